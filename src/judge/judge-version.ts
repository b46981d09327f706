import { unitHash } from "../core/sampling.ts";

/** Characters that a judge's version may have at most. */
const maxLength = 64;

/**
 * A judge's version out of what its scores depend on, joined by `+`: `1+gpt-5-mini`. What a label may not hold becomes `-`;
 * where letters are lost by that, or a version is too long for a label, a hash of the whole tells it from others.
 */
export function judgeVersion(...parts: readonly (string | undefined)[]): string {
  const given = parts.filter((part) => part !== undefined);
  const version = given.map(labelSafe).join("+");
  if (version.length <= maxLength) return version;
  const suffix = `.${shortHash(given.join("+"))}`;
  return version.slice(0, maxLength - suffix.length) + suffix;
}

/** Eight hexadecimal digits that change when the text does. */
export function shortHash(text: string): string {
  return (unitHash(text) * 0x1_0000_0000).toString(16).padStart(8, "0");
}

function labelSafe(part: string): string {
  const safe = part.replace(/[^A-Za-z0-9_.:@-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "");
  const losesLetters = /[\p{L}\p{N}]/u.test(part.replace(/[A-Za-z0-9]+/g, ""));
  if (safe !== "" && !losesLetters) return safe;
  return [safe, shortHash(part)].filter((piece) => piece !== "").join(".");
}
