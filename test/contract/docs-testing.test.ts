import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import * as testing from "../../src/testing/index.ts";
import { blocksOf } from "./docs-code.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/testing.md"), "utf8");

/** Runs test files of the page's kind against the source; their output where one fails. */
function runTests(blocks: readonly string[]): string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/docs-testing-"));
  try {
    const files = blocks.map((code, index) => {
      const file = join(folder, `block-${index}.test.ts`);
      const source = (path: string): string => pathToFileURL(join(root, "src", path)).href;
      writeFileSync(
        file,
        code
          .replaceAll('"rag-triad/testing"', `"${source("testing/index.ts")}"`)
          .replaceAll('"rag-triad"', `"${source("index.ts")}"`),
      );
      return file;
    });
    // Whatever started this one: a test runner inside another reports to it, and not with its exit code.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--test", ...files], { encoding: "utf8", env });
    return status === 0 ? "" : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it("the tests on the page pass", () => {
  const blocks = blocksOf(page).map(({ code }) => code);
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  expect(runTests(blocks)).toBe("");
}, 60_000);

it("a test that fails is noticed", () => {
  const failing = 'import { test } from "node:test";\ntest("fails", () => { throw new Error("as it should"); });';
  expect(runTests([failing])).toContain("as it should");
}, 60_000);

it("every function of rag-triad/testing is on the page", () => {
  for (const name of Object.keys(testing)) expect(page).toContain(`\`${name}(`);
});
