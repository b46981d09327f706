import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectations, lint, root } from "./lint-fixtures.ts";

const fixtures = join(root, "test/fixtures/checks");

function run(program: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "node_modules", program), ...args], {
    cwd: fixtures,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test("each lint rule bites its fixture, and spares the clean one", () => {
  const expected = expectations(join(fixtures, "rules")).map((line) => `rules/${line}`);
  expect(expected.length).toBeGreaterThan(20);
  expect(lint(fixtures)).toEqual(expected);
});

test("the formatter refuses an unformatted file", () => {
  const { status, output } = run("oxfmt/bin/oxfmt", "-c", "oxfmt.json", "--list-different", "unformatted.ts");
  expect(output).toContain("unformatted.ts");
  expect(status).not.toBe(0);
});

test("the compiler refuses a wrong type", () => {
  const { status, output } = run("typescript/bin/tsc", "-p", "tsconfig.json");
  expect(output).toContain("type-error.ts(1,14): error TS2322");
  expect(status).not.toBe(0);
});

test("knip refuses a file and a dependency that nobody uses", () => {
  const { status, output } = run("knip/bin/knip.js", "--directory", join(fixtures, "unused"));
  expect(output).toContain("orphan.ts");
  expect(output).toContain("never-imported");
  expect(status).not.toBe(0);
});

test("publint refuses exports that lead nowhere", () => {
  const { status, output } = run("publint/src/cli.js", "--strict", join(fixtures, "packaging"));
  expect(output).toContain("missing.d.ts");
  expect(status).not.toBe(0);
});
