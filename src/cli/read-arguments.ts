import { parseArgs } from "node:util";
import { quote } from "./describe-value.ts";
import { usageError } from "./usage-error.ts";

/** One flag of a command. */
export interface FlagSpec {
  /** What stands for its value in the help, e.g. `FILE`; a flag without it takes no value. */
  readonly value?: string;
  readonly short?: string;
  readonly description: string;
}

/** The flags of a command by their long names. */
export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

/** A command line, split but not interpreted. */
export interface Arguments {
  /** The flags given that take no value. */
  readonly flags: ReadonlySet<string>;
  /** The values of the flags that take one. */
  readonly values: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
}

/**
 * Splits `argv` by the flags a command has. Throws a usage error for an unknown flag, a flag given twice, a missing
 * value, and a value where none belongs.
 */
export function readArguments(argv: readonly string[], specs: FlagSpecs): Arguments {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      {
        type: spec.value === undefined ? ("boolean" as const) : ("string" as const),
        ...(spec.short === undefined ? {} : { short: spec.short }),
      },
    ]),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (spec === undefined) throw usageError(`unknown flag ${quote(token.rawName)}; the flags are ${flagNames(specs)}`);
    if (flags.has(token.name) || values.has(token.name))
      throw usageError(`${token.rawName} must be given at most once`);
    if (spec.value === undefined) {
      if (token.value !== undefined) throw usageError(`${token.rawName} takes no value; got ${quote(token.value)}`);
      flags.add(token.name);
    } else {
      // A flag's name in the place of a value is a forgotten value; `--flag=-value` is the way to mean it.
      const forgotten = token.value === undefined || (token.inlineValue === false && /^-./u.test(token.value));
      if (forgotten) throw usageError(`${token.rawName} needs a value: ${spec.value}`);
      values.set(token.name, token.value);
    }
  }
  return { flags, values, positionals };
}

function flagNames(specs: FlagSpecs): string {
  return Object.keys(specs)
    .map((name) => `--${name}`)
    .join(", ");
}
