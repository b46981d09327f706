import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The program as it is in the source tree. */
export const binPath = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));

/** What a finished run left. */
export interface FinishedRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running program; `finished` resolves when it has ended. */
export interface RunningCli {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<FinishedRun>;
  stdout(): string;
  stderr(): string;
}

/** Starts `rag-triad` with these arguments. */
export function startCli(args: readonly string[], options: { readonly cwd?: string } = {}): RunningCli {
  const child = spawn(process.execPath, [binPath, ...args], options);
  onTestFinished(() => void child.kill("SIGKILL"));
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  // A program that ends without reading its input is one of the things to test.
  child.stdin.on("error", () => {});
  const finished = new Promise<FinishedRun>((resolve) => {
    child.on("close", (code) => resolve({ code, ...texts }));
  });
  return { child, finished, stdout: () => texts.stdout, stderr: () => texts.stderr };
}

/** Runs `rag-triad` to its end with `input` on stdin. */
export function runProgram(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string | Uint8Array } = {},
): Promise<FinishedRun> {
  const { child, finished } = startCli(args, options);
  child.stdin.end(options.input ?? "");
  return finished;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Values as JSON Lines; strings are lines as they are. */
export function linesOf(...values: readonly unknown[]): string {
  return values.map((value) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`).join("");
}

/** A row as a test reads it. */
export type Row = Readonly<Record<string, unknown>>;

/** The values of JSON Lines. */
export function readRows(text: string): Row[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line): Row => JSON.parse(line));
}
