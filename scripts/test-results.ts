import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./run-step.ts";

/** A test that did not run. */
export interface Skipped {
  readonly file: string;
  readonly name: string;
}

/** What vitest's JSON report amounts to. */
export interface TestResults {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly Skipped[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/**
 * Reads vitest's JSON report. A file that failed as a whole counts as one failure, and so does a run that failed
 * without saying where.
 */
export function readResults(file: string, exitCode: number): TestResults {
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : { testResults: [] };
  let passed = 0;
  let failed = 0;
  const skipped: Skipped[] = [];
  for (const { name, status, assertionResults } of report.testResults) {
    const failures = assertionResults.filter((test) => test.status === "failed").length;
    failed += failures === 0 && status === "failed" ? 1 : failures;
    passed += assertionResults.filter((test) => test.status === "passed").length;
    for (const test of assertionResults) {
      if (test.status === "passed" || test.status === "failed") continue;
      skipped.push({ file: relative(root, name), name: test.fullName });
    }
  }
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped };
}
