import { unitHash } from "../core/sampling.ts";

/** Characters that a judge's version may have at most. */
const maxLength = 64;

/**
 * A judge's version out of what its scores depend on, joined by `+`: `1+gpt-5-mini`. What a label may not hold becomes `-`,
 * and what is too long for one is cut and ends in a hash of the whole. The first part starts with a letter or digit.
 */
export function judgeVersion(...parts: readonly (string | undefined)[]): string {
  const given = parts.filter((part) => part !== undefined);
  const version = given.map((part) => part.replace(/[^A-Za-z0-9_.:@-]/g, "-")).join("+");
  if (version.length <= maxLength) return version;
  const suffix = `.${shortHash(given.join("+"))}`;
  return version.slice(0, maxLength - suffix.length) + suffix;
}

/** Eight hexadecimal digits that change when the text does. */
export function shortHash(text: string): string {
  return (unitHash(text) * 0x1_0000_0000).toString(16).padStart(8, "0");
}
