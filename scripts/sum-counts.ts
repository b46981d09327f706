import { existsSync, readFileSync } from "node:fs";
import { countsFile, type Counts } from "./run-step.ts";

// The last line of `.ci/run`. A run that left no counts has failed.
const runs = (["test", "check"] as const).map((run): Counts =>
  existsSync(countsFile(run))
    ? (JSON.parse(readFileSync(countsFile(run), "utf8")) as Counts)
    : { passed: 0, failed: 1, skipped: 0 },
);
const sum = (key: keyof Counts): number => runs.reduce((total, counts) => total + counts[key], 0);
const skipped = sum("skipped");
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
