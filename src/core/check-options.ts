import { optionError } from "./option-error.ts";
import { broken, isRecord, unknownKey, type ValuePath } from "./violation.ts";

/** What a value must be, in words for the message, and whether it is. */
export interface OptionCheck {
  /** Completes "Expected `name` to be …". */
  readonly rule: string;
  holds(value: unknown): boolean;
}

/** A check for every option there is. */
export type OptionChecks<T> = Readonly<Record<keyof T & string, OptionCheck>>;

/**
 * Checks options against a table: nothing but known names, and every given value as its rule says. `undefined` is not
 * given, which only those that are `required` have to be.
 *
 * @param path what the options belong to, e.g. `["retry"]`: messages then name `retry.maxAttempts`.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` on the first option that breaks its rule; it names option, rule and value.
 */
export function checkOptions<T>(
  options: T,
  checks: OptionChecks<T>,
  path: ValuePath = [],
  required: readonly (keyof T & string)[] = [],
): void {
  if (!isRecord(options)) throw optionError(broken(path, "an object", options), { kind: "option" });
  const unknown = unknownKey(options, Object.keys(checks), path);
  if (unknown !== undefined) throw optionError(unknown, { kind: "option" });
  for (const [name, { rule, holds }] of Object.entries<OptionCheck>(checks)) {
    const value = options[name];
    const mayBeLeftOut = !required.some((other) => other === name);
    if (value === undefined ? !mayBeLeftOut : !holds(value)) refuseOption([...path, name], rule, value);
  }
}

/** The options with a default for each that is not given; `undefined` is not given. */
export function withDefaults<T extends object>(options: Partial<T>, defaults: T): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** Throws the error for an option that breaks a rule which no single value shows, e.g. one that is missing or contradicts another. */
export function refuseOption(path: ValuePath, rule: string, value: unknown): never {
  throw optionError(broken(path, rule, value), { kind: "option" });
}

/** A whole number in a range, both ends included. */
export function integerFrom(minimum: number, maximum: number): OptionCheck {
  return {
    rule: `an integer from ${minimum} to ${maximum}`,
    holds: (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  };
}

/** A finite number in a range, both ends included. */
export function numberFrom(minimum: number, maximum: number): OptionCheck {
  return {
    rule: `a number from ${minimum} to ${maximum}`,
    holds: (value) => typeof value === "number" && value >= minimum && value <= maximum,
  };
}

/** A function. */
export const functionCheck: OptionCheck = { rule: "a function", holds: (value) => typeof value === "function" };

/** An object with keys of its own. */
export const objectCheck: OptionCheck = { rule: "an object", holds: isRecord };

/** An object with keys of its own, of which a message can only say what it may look like. */
export function objectLike(example: string): OptionCheck {
  return { rule: `an object such as \`${example}\``, holds: isRecord };
}
