import { spawn } from "node:child_process";
import { checkStarting, noteStarted } from "./living.ts";

/** How a program ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that was started by a test or the demo. */
export interface StartedProgram {
  readonly pid: number;
  readonly exited: Promise<ProgramEnd>;
  hasEnded(): boolean;
  stdout(): string;
  stderr(): string;
  /** Resolves with the match once the output (both streams) has it; rejects when the program ends or the time is up. */
  waitFor(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Sends SIGTERM to this process alone, and SIGKILL when that does not end it in 10 s. */
  stop(): Promise<ProgramEnd>;
  /** Sends SIGKILL: the program has no chance to say goodbye. */
  kill(): Promise<ProgramEnd>;
}

/** Starts a program. Its standard input is empty. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): StartedProgram {
  checkStarting();
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
  }
  let ended = false;
  const exited = new Promise<ProgramEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      ended = true;
      resolve({ code, signal });
    });
  });
  exited.catch(() => {});

  async function waitFor(pattern: RegExp, timeoutMs = 60_000): Promise<RegExpExecArray> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const match = pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr);
      if (match !== null) return match;
      if (ended || performance.now() > deadline) {
        const problem = ended ? "ended without it" : `has not said it after ${timeoutMs} ms`;
        throw new Error(`${command} ${problem}: ${String(pattern)}\n${texts.stdout}\n${texts.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function stop(): Promise<ProgramEnd> {
    if (!ended) child.kill("SIGTERM");
    const forced = setTimeout(() => child.kill("SIGKILL"), 10_000);
    try {
      return await exited;
    } finally {
      clearTimeout(forced);
    }
  }

  async function kill(): Promise<ProgramEnd> {
    child.kill("SIGKILL");
    return exited;
  }

  noteStarted({ exited, stop });
  return {
    pid: child.pid ?? -1,
    exited,
    hasEnded: () => ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    waitFor,
    stop,
    kill,
  };
}
