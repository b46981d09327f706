import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorCodes } from "../../src/core/errors.ts";
import { root } from "./lint-fixtures.ts";

const codes = Object.keys(errorCodes).sort();

test("docs/errors.md has one row a code, with a remedy, and no other", () => {
  const rows = readFileSync(join(root, "docs/errors.md"), "utf8").matchAll(/^\| `(ERR_\w+)` \| (.+) \| (.+) \|$/gm);
  const documented = [...rows].map(([, code = "", when = "", remedy = ""]) => {
    expect(when.length, code).toBeGreaterThan(10);
    expect(remedy.length, code).toBeGreaterThan(10);
    return code;
  });
  expect(documented.sort()).toEqual(codes);
});

test("src names no code that is not in the table, and throws every code that is", () => {
  const used = new Set<string>();
  for (const file of globSync("src/**/*.ts", { cwd: root })) {
    if (file === join("src", "core", "errors.ts")) continue;
    for (const [code] of readFileSync(join(root, file), "utf8").matchAll(/\bERR_RAG_TRIAD_\w+/g)) used.add(code);
  }
  expect([...used].sort()).toEqual(codes);
});
