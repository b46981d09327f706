import { isHedged, negatedPositions, negatorPositions } from "../../text/negation.ts";
import type { AnalysedClaim } from "./analysis.ts";
import { functionWordWeight } from "./representation.ts";
import { readStatement, statementOf, type Statement } from "./statement.ts";
import type { Candidate } from "./support.ts";
import { noTerm, type Vocabulary } from "./vocabulary.ts";
import { compareNegations } from "./word-for-word.ts";

/** A sentence that covers less of the claim may speak of something else. */
const sameSubject = 0.7;

/** Sentences that cover this much less than the best are not asked. */
const nearlyAsGood = 0.15;

/**
 * Whether the evidence denies what the claim states, or the other way round. Where the claim repeats a sentence word for
 * word but for a negation, that is certain. Else one of the two has a single negator with a content word of both in its
 * scope, the other has none and nothing like one; conditions and hedges on either side make it uncertain. A sentence
 * nearly as good as the best that does not differ settles it; then it is no denial.
 */
export function isDenied(claim: AnalysedClaim, candidates: readonly Candidate[], vocabulary: Vocabulary): boolean {
  const best = candidates[0]?.covered ?? 0;
  if (best < sameSubject) return false;
  const own = statementOf(claim);
  const near = candidates
    .filter(({ covered }) => covered >= sameSubject && covered >= best - nearlyAsGood)
    .map((candidate) => readStatement(candidate, vocabulary));
  const repeated = near.map((statement) => compareNegations(own, statement));
  if (repeated.includes("agrees")) return false;
  return repeated.includes("differs") || near.every((statement) => contradict(own, statement, vocabulary));
}

function contradict(left: Statement, right: Statement, vocabulary: Vocabulary): boolean {
  const [leftNegators, rightNegators] = [negatorPositions(left.tokens).length, negatorPositions(right.tokens).length];
  if (leftNegators + rightNegators !== 1 || isHedged(left.tokens) || isHedged(right.tokens)) return false;
  const [negative, positive] = leftNegators === 1 ? [left, right] : [right, left];
  const stated = new Set(positive.terms);
  for (const position of negatedPositions(negative.text, negative.tokens)) {
    const term = negative.terms[position] ?? noTerm;
    if (term !== noTerm && stated.has(term) && (vocabulary.terms[term]?.weight ?? 0) > functionWordWeight) return true;
  }
  return false;
}
