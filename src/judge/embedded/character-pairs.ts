import type { AnalysedClaim } from "./analysis.ts";
import type { EvidenceIndex } from "./evidence-index.ts";

/**
 * The share of the claim's neighbouring characters (and numbers beside characters) that are neighbours, in the same
 * order, in the context; `undefined` when the claim has none. In a script without spaces most words are two characters
 * long: single characters are found in nearly any text, pairs are not.
 */
export function pairCoverage(claim: AnalysedClaim, index: EvidenceIndex): number | undefined {
  let pairs = 0;
  let found = 0;
  for (let position = 1; position < claim.tokens.length; position++) {
    const [left, right] = [claim.tokens[position - 1], claim.tokens[position]];
    if (left === undefined || right === undefined || left.end !== right.start) continue;
    if (left.kind !== "character" && right.kind !== "character") continue;
    pairs++;
    if (index.hasPair(claim.terms[position - 1] ?? -1, claim.terms[position] ?? -1)) found++;
  }
  return pairs === 0 ? undefined : found / pairs;
}

/** The share of a claim's tokens that are characters of a script without spaces. */
export function characterShare(claim: AnalysedClaim): number {
  if (claim.tokens.length === 0) return 0;
  return claim.tokens.filter((token) => token.kind === "character").length / claim.tokens.length;
}
