import type { StopSignal } from "./cli-io.ts";

/** What the process answers: 0 done, 1 failed, 2 wrong command line, 128 + n stopped by signal n. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** The exit code of a run that a signal stopped, as shells have it. */
export function exitCodeOfSignal(signal: StopSignal): number {
  return signal === "SIGINT" ? 130 : 143;
}
