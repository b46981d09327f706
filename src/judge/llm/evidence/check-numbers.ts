import type { NumberMention } from "../../../text/numbers.ts";
import { thing } from "../../../text/units.ts";
import { hasLooseForm, hasSameAmount } from "./same-amount.ts";
import type { ClaimReading, TextReading } from "./claim-reading.ts";

/**
 * Whether the claim has a number that the evidence has not, or only with another unit. Numbers that are words ("two")
 * prove nothing by being absent.
 */
export function isNumberMissing(claim: ClaimReading, evidence: readonly TextReading[]): boolean {
  return claim.numbers.some((mention) => {
    const { keys, strong } = mention;
    if (!hasNumber(keys, evidence)) return strong && !isInOtherForm(mention, evidence);
    return countsOther(mention, evidence);
  });
}

/** Whether a number of the claim is in the evidence in another form only: there it differs word for word, and is the same. */
export function hasNumbersInOtherForm(claim: ClaimReading, evidence: readonly TextReading[]): boolean {
  return claim.numbers.some((mention) => !hasNumber(mention.keys, evidence) && isInOtherForm(mention, evidence));
}

function hasNumber(keys: readonly string[], evidence: readonly TextReading[]): boolean {
  return evidence.some((text) => keys.some((key) => text.keys.has(key)));
}

function isInOtherForm(mention: NumberMention, evidence: readonly TextReading[]): boolean {
  return hasSameAmount(mention, evidence) || hasLooseForm(mention, evidence);
}

function countsOther({ keys, unit }: NumberMention, evidence: readonly TextReading[]): boolean {
  if (unit === undefined) return false;
  const units = new Set<string>();
  for (const text of evidence) {
    for (const other of text.numbers)
      if (other.keys.some((key) => keys.includes(key))) units.add(other.unit?.name ?? "");
  }
  if (units.size === 0 || units.has(unit.name) || units.has("")) return false;
  // "5 users" against 5 % is certain, against 5 days it may be another five.
  return unit.name !== thing || (units.size === 1 && units.has("%"));
}

/** The same between languages, where only the digits can be compared: "99bn" and "99 Milliarden", "1.5" and "1,5". */
export function areDigitsMissing(claim: ClaimReading, evidence: readonly TextReading[]): boolean {
  const known = new Set(evidence.flatMap(({ tokens }) => tokens.map(({ text }) => digitsOf(text))));
  return claim.numbers.some(({ strong, first, last }) => {
    if (!strong) return false;
    const digits = claim.tokens.slice(first, last + 1).flatMap(({ text }) => digitsOf(text) || []);
    return digits.length > 0 && !digits.some((some) => known.has(some));
  });
}

function digitsOf(text: string): string {
  return (/^\d[\d.,]*/.exec(text)?.[0] ?? "").replaceAll(/[.,]/g, "");
}
