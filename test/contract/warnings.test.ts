import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { warningCodes } from "../../src/core/events.ts";
import { codes, differences, tableAfter } from "./signals-docs.ts";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/warnings.md", root), "utf8");

function disagreements(markdown: string): string[] {
  const rows = tableAfter(markdown, "# Warnings");
  return [
    ...differences(
      "codes",
      rows.map(([code = ""]) => codes(code)[0] ?? code),
      warningCodes,
    ),
    ...rows
      .filter((row) => row.length !== 3 || row.some((cell) => cell.length < 10))
      .map(([code]) => `no remedy: ${code}`),
  ];
}

test("docs/warnings.md has one row a code, with a remedy, and no other", () => {
  expect(disagreements(`\n${page}`)).toEqual([]);
});

test("the check bites when a row is missing, added or empty", () => {
  const [row = ""] = page.split("\n").filter((line) => line.startsWith("| `"));
  for (const wrong of [
    page.replace(`${row}\n`, ""),
    page.replace(row, `${row}\n${row}`),
    page.replace(row, "| `unheard_of` | It did something. | Do something. |"),
    page.replace(row, "| `listener_failed` | | |"),
  ]) {
    expect(disagreements(`\n${wrong}`)).not.toEqual([]);
  }
});

test("every code is given somewhere in src", () => {
  const source = globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith("core/events.ts"))
    .map((file) => readFileSync(new URL(file, root), "utf8"))
    .join("\n");
  expect(warningCodes.filter((code) => !source.includes(`"${code}"`))).toEqual([]);
});
