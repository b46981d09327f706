import type { Arguments, FlagSpecs } from "../read-arguments.ts";
import { quote } from "../describe-value.ts";
import { usageError } from "../usage-error.ts";
import type { rowFormats } from "./row-formats.ts";

/** What a bad line does. */
export type OnError = "skip" | "fail";

/** The judges there are to choose from. */
export const judgeNames = ["embedded"] as const;

/** A `score` command line, complete. */
export interface ScoreOptions {
  /** Path of the input; `-` is standard input. */
  readonly input: string;
  /** Path of the output; `-` is standard output. */
  readonly output: string;
  readonly judge: (typeof judgeNames)[number];
  readonly format: keyof typeof rowFormats;
  readonly onError: OnError;
  /** Worker threads that judge at once. */
  readonly workers: number;
  readonly isQuiet: boolean;
}

const mostWorkers = 256;

/** The flags of `score`. */
export const scoreFlags: FlagSpecs = {
  out: { short: "o", value: "FILE", description: "where the scores go; - is stdout (default: -)" },
  judge: { value: "NAME", description: `what scores: ${judgeNames.join(", ")} (default: embedded)` },
  format: { value: "FORMAT", description: "jsonl or csv (default: jsonl)" },
  "on-error": {
    value: "ACTION",
    description: "a bad line is reported and then: skip, go on without it; fail, stop (default: skip)",
  },
  workers: { value: "N", description: `worker threads, 1 to ${mostWorkers} (default: one for each core)` },
  quiet: { short: "q", description: "no progress and no summary; bad lines are still reported" },
  help: { short: "h", description: "show this help" },
};

/** Checks a `score` command line; throws a usage error that names the flag, its rule and the value. */
export function resolveScoreOptions(
  { flags, values, positionals }: Arguments,
  machine: { readonly availableParallelism: number; isInputTerminal(): boolean },
): ScoreOptions {
  const [input, ...rest] = positionals;
  if (rest.length > 0) throw usageError(`score must be given one input file; got ${quote(positionals.join(" "))}`);
  if (input === undefined && machine.isInputTerminal()) throw usageError("score needs an input file; - is stdin");
  return {
    input: readPath("the input file", input),
    output: readPath("--out", values.get("out")),
    judge: readChoice("judge", values.get("judge"), judgeNames),
    format: readChoice("format", values.get("format"), ["jsonl", "csv"]),
    onError: readChoice("on-error", values.get("on-error"), ["skip", "fail"]),
    workers: readWorkers(values.get("workers")) ?? Math.min(machine.availableParallelism, mostWorkers),
    isQuiet: flags.has("quiet"),
  };
}

function readPath(name: string, value = "-"): string {
  if (value === "" || value.includes("\0")) throw usageError(`${name} must be a path or -; got ${quote(value)}`);
  return value;
}

function readChoice<T extends string>(flag: string, value: string | undefined, choices: readonly [T, ...T[]]): T {
  if (value === undefined) return choices[0];
  const choice = choices.find((name) => name === value);
  if (choice === undefined)
    throw usageError(
      `--${flag} must be ${choices.length === 1 ? choices[0] : `one of ${choices.join(", ")}`}; got ${quote(value)}`,
    );
  return choice;
}

function readWorkers(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const workers = /^\d{1,4}$/u.test(value) ? Number(value) : 0;
  if (workers < 1 || workers > mostWorkers)
    throw usageError(`--workers must be an integer from 1 to ${mostWorkers}; got ${quote(value)}`);
  return workers;
}
