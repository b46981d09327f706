import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The repository's root. */
export const root: string = dirname(import.meta.dirname);

/** How a run ended; `.ci/run` adds these up. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Where a run leaves its counts. */
export function countsFile(run: "test" | "check"): string {
  return join(root, ".cache", `${run}-counts.json`);
}

/** Leaves a run's counts for `.ci/run`. */
export function writeCounts(run: "test" | "check", counts: Counts): void {
  mkdirSync(dirname(countsFile(run)), { recursive: true });
  writeFileSync(countsFile(run), `${JSON.stringify(counts)}\n`);
}

/** Runs a script of node_modules or of this repository with this Node, and returns its exit code. */
export function runNode(args: readonly string[], stdio: "inherit" | readonly ["ignore", 2, 2] = "inherit"): number {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: stdio === "inherit" ? stdio : [...stdio] });
  return status ?? 1;
}
