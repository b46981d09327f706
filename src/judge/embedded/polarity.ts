import { negatedPositions } from "../../text/negation.ts";
import { tokenize } from "../../text/tokens.ts";
import type { AnalysedClaim } from "./analysis.ts";
import { functionWordWeight } from "./representation.ts";
import type { Candidate } from "./support.ts";
import { closeness, closenessOf, noTerm, termOf, type Vocabulary } from "./vocabulary.ts";

/** A sentence that covers less of the claim may speak of something else. */
const sameSubject = 0.6;

/**
 * Whether the evidence denies what the claim states, or the other way round: a content word that both have stands in the
 * scope of a negation in only one of them. Sentences nearly as good as the best that agree with the claim settle it.
 */
export function isDenied(claim: AnalysedClaim, candidates: readonly Candidate[], vocabulary: Vocabulary): boolean {
  const best = candidates[0]?.covered ?? 0;
  if (best < sameSubject) return false;
  const claimed = polarity(claim.terms, negatedPositions(claim.plain, claim.tokens), vocabulary);
  let denied = false;
  for (const { chunk, sentence, covered } of candidates) {
    if (covered < sameSubject || covered < best - 0.15) break;
    const text = chunk.chunk.text.slice(sentence.start, sentence.end);
    const tokens = tokenize(text);
    const terms = Int32Array.from(tokens, (token) => {
      const code = vocabulary.find(token);
      return code === noTerm || closenessOf(code) === closeness.relative ? noTerm : termOf(code);
    });
    const stated = polarity(terms, negatedPositions(text, tokens), vocabulary);
    if (!differ(claimed, stated)) return false;
    denied = true;
  }
  return denied;
}

/** Content terms, each with whether every mention of it is denied. */
function polarity(terms: Int32Array, negated: ReadonlySet<number>, vocabulary: Vocabulary): ReadonlyMap<number, boolean> {
  const found = new Map<number, boolean>();
  terms.forEach((term, position) => {
    if (term === noTerm || (vocabulary.terms[term]?.weight ?? 0) <= functionWordWeight) return;
    found.set(term, (found.get(term) ?? true) && negated.has(position));
  });
  return found;
}

function differ(claimed: ReadonlyMap<number, boolean>, stated: ReadonlyMap<number, boolean>): boolean {
  for (const [term, denied] of claimed) {
    const other = stated.get(term);
    if (other !== undefined && other !== denied) return true;
  }
  return false;
}
