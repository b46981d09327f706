import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A spawned program whose output is read line by line. */
export interface RunningApp {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  stderr(): string;
  /** Resolves with the first line, past or to come, that starts with `prefix`, without the prefix. */
  line(prefix: string): Promise<string>;
  /** How it ended: the exit code, or the signal that ended it. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** The Node that this repository develops with: it runs TypeScript as it is. */
export const node: string = join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node");

/** Starts a TypeScript or JavaScript file in a process of its own, with nothing of this environment but PATH. */
export function runApp(file: string, environment: Readonly<Record<string, string>> = {}): RunningApp {
  const child = spawn(node, [file], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let stderr = "";
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    for (const look of waiting) look();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => {
      resolve({ code, signal });
      for (const look of waiting) look();
    });
  });
  return {
    process: child,
    lines,
    stderr: () => stderr,
    ended,
    line: (prefix) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((line) => line.startsWith(prefix));
          const isOver = child.exitCode !== null || child.signalCode !== null;
          if (found === undefined && !isOver) return;
          waiting.delete(look);
          if (found !== undefined) resolve(found.slice(prefix.length));
          else reject(new Error(`it ended without printing "${prefix}"\n${lines.join("\n")}\n${stderr}`));
        };
        waiting.add(look);
        look();
      }),
  };
}
