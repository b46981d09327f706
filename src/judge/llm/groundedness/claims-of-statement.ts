import { hasWord } from "../../../text/characters.ts";
import { negatorPositions } from "../../../text/negation.ts";
import { cleanText, onOneLine } from "../clean-text.ts";
import { isNumberMissing } from "../evidence/check-numbers.ts";
import {
  coverageOf,
  hasContent,
  readClaim,
  readText,
  type ClaimReading,
  type TextReading,
} from "../evidence/claim-reading.ts";
import type { ModelClaim } from "./read-reply.ts";
import type { Statement } from "./statements.ts";

/** The share of a statement's content that its claims must have; the rest may be said in other words. */
const coveredFrom = 0.6;

/** The share of a claim's content that the answer or the query must have: a claim with less is not from there. */
const ownFrom = 0.5;

/** Characters of a claim; a longer one is none. */
const longestClaim = 2_000;

/** Claims that one statement has at most; no sentence states more. */
const mostClaims = 100;

/** The claims that the model made of a statement. */
export interface StatementClaims {
  readonly claims: readonly ModelClaim[];
  /** Together they say what the statement says: its content, all its numbers, its negation. */
  readonly complete: boolean;
}

/** Picks the statement's claims out of a reply: those that are from the answer, each once. */
export function claimsOf(
  statement: Statement,
  reply: readonly ModelClaim[],
  sources: readonly TextReading[],
): StatementClaims {
  const claims: ModelClaim[] = [];
  const readings: ClaimReading[] = [];
  for (const given of reply) {
    if (given.statement !== statement.number || claims.length === mostClaims) continue;
    if (given.verdict === "none") {
      // Only where our rules leave it open may the model say that nothing is stated.
      if (statement.mayStateNothing) return { claims: [{ ...given, quotes: [] }], complete: true };
      continue;
    }
    const text = onOneLine(cleanText(given.claim));
    if (!hasWord(text) || text.length > longestClaim) continue;
    const reading = readClaim(text);
    if (coverageOf(reading, sources) < ownFrom || isNumberMissing(reading, sources)) continue;
    claims.push({ ...given, claim: text });
    readings.push(reading);
  }
  const own = readings.map(({ text }) => readText(text));
  const whole = readClaim(statement.text);
  return { claims: withoutRepeated(claims, readings), complete: own.length > 0 && saysAll(whole, readings, own) };
}

/** A bare "Yes." has no words to compare: what the model makes of it says what the query asks. */
function saysAll(whole: ClaimReading, claims: readonly ClaimReading[], texts: readonly TextReading[]): boolean {
  if (!hasContent(whole)) return true;
  if (coverageOf(whole, texts) < coveredFrom || isNumberMissing(whole, texts)) return false;
  return isNegated(whole) === claims.some(isNegated);
}

function isNegated({ tokens }: ClaimReading): boolean {
  return negatorPositions(tokens).length > 0;
}

/** Without claims whose words another one has in the same order: repeating a claim must not make it count more. */
function withoutRepeated(claims: readonly ModelClaim[], readings: readonly ClaimReading[]): readonly ModelClaim[] {
  const words = readings.map(({ tokens }) => tokens.map(({ text }) => text));
  return claims.filter(
    (_, at) =>
      !words.some((others, other) => {
        const mine = words[at] ?? [];
        if (other === at || others.length < mine.length || (others.length === mine.length && other > at)) return false;
        return isWithin(mine, others);
      }),
  );
}

function isWithin(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  for (const word of many) if (word === few[at]) at++;
  return at === few.length;
}
