import { isHedged, negatedPositions, negatorPositions } from "../../text/negation.ts";
import { tokenize, type Token } from "../../text/tokens.ts";
import type { AnalysedClaim } from "./analysis.ts";
import { functionWordWeight } from "./representation.ts";
import type { Candidate } from "./support.ts";
import { closeness, closenessOf, noTerm, termOf, type Vocabulary } from "./vocabulary.ts";

/** A sentence that covers less of the claim may speak of something else. */
const sameSubject = 0.7;

/** Sentences that cover this much less than the best are not asked. */
const nearlyAsGood = 0.15;

/** A text with the terms of its tokens. */
interface Statement {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly terms: Int32Array;
}

/**
 * Whether the evidence denies what the claim states, or the other way round: one of the two has a single negator with a
 * content word of both in its scope, the other has none and nothing like one. Conditions and hedges on either side make
 * it uncertain, and a sentence nearly as good as the best that does not differ settles it; then it is no denial.
 */
export function isDenied(claim: AnalysedClaim, candidates: readonly Candidate[], vocabulary: Vocabulary): boolean {
  const best = candidates[0]?.covered ?? 0;
  if (best < sameSubject) return false;
  const own: Statement = { text: claim.plain, tokens: claim.tokens, terms: claim.terms };
  let denied = false;
  for (const candidate of candidates) {
    if (candidate.covered < sameSubject || candidate.covered < best - nearlyAsGood) break;
    if (!contradict(own, readStatement(candidate, vocabulary), vocabulary)) return false;
    denied = true;
  }
  return denied;
}

function readStatement({ chunk, sentence }: Candidate, vocabulary: Vocabulary): Statement {
  const text = chunk.chunk.text.slice(sentence.start, sentence.end);
  const tokens = tokenize(text);
  const terms = Int32Array.from(tokens, (token) => {
    const code = vocabulary.find(token);
    return code === noTerm || closenessOf(code) === closeness.relative ? noTerm : termOf(code);
  });
  return { text, tokens, terms };
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
