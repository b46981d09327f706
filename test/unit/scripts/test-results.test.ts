import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../scripts/run-step.ts";
import { readResults } from "../../../scripts/test-results.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rag-triad-results-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(...files: readonly { readonly status: string; readonly tests: readonly string[] }[]): string {
  const testResults = files.map(({ status, tests }, index) => ({
    name: join(root, `test/unit/${index}.test.ts`),
    status,
    assertionResults: tests.map((outcome, at) => ({ fullName: `test ${at}`, status: outcome })),
  }));
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify({ testResults }));
  return path;
}

test("counts tests, and names the skipped ones", () => {
  const path = report(
    { status: "passed", tests: ["passed", "skipped"] },
    { status: "failed", tests: ["failed", "passed", "todo"] },
  );
  expect(readResults(path, 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: [
      { file: "test/unit/0.test.ts", name: "test 1" },
      { file: "test/unit/1.test.ts", name: "test 2" },
    ],
  });
});

test("a file that failed as a whole is one failure", () => {
  expect(readResults(report({ status: "failed", tests: [] }), 1)).toEqual({ passed: 0, failed: 1, skipped: [] });
  expect(readResults(report({ status: "failed", tests: ["passed"] }), 1)).toMatchObject({ passed: 1, failed: 1 });
});

test("a run that failed without saying where is one failure, and so is one without a report", () => {
  expect(readResults(report({ status: "passed", tests: ["passed"] }), 1)).toMatchObject({ passed: 1, failed: 1 });
  expect(readResults(join(folder, "none.json"), 1)).toEqual({ passed: 0, failed: 1, skipped: [] });
});
