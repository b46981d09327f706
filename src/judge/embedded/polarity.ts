import { isHedged, negatedPositions, negatorPositions } from "../../text/negation.ts";
import type { AnalysedClaim } from "./analysis.ts";
import { readStatement, statementOf, type Statement } from "./statement.ts";
import type { Candidate } from "./support.ts";
import { noTerm, type Vocabulary } from "./vocabulary.ts";
import { isFunctionWord } from "./word-frequency.ts";
import { compareWords } from "./word-for-word.ts";

/** A sentence that covers less of the claim may speak of something else. */
const sameSubject = 0.7;

/** A sentence that covers less of the claim does not repeat it: where they differ, what differs may be a word that says much. */
const sameWords = 0.4;

/** Sentences that cover this much less than the best are not asked. */
const nearlyAsGood = 0.15;

/** Sentences asked. */
const mostSentences = 8;

/** How a claim goes against the evidence for it. */
export interface Opposition {
  /** One of the two denies what the other states. */
  readonly denied: boolean;
  /** The claim repeats a sentence, but with another number in its place. */
  readonly replaced: boolean;
  /** The claim repeats a sentence, but with the opposite in its place: "fell" for "rose". */
  readonly turned: boolean;
}

const none: Opposition = { denied: false, replaced: false, turned: false };

/**
 * Whether claim and evidence are opposed. Where the claim repeats a sentence word for word but for a negation or a number,
 * that is certain. Else one of the two has a single negator with a content word of both in its scope, the other has none
 * and nothing like one; conditions and hedges on either side make it uncertain. A sentence nearly as good as the best that
 * does not differ settles it; then they are not opposed.
 */
export function oppositionOf(
  claim: AnalysedClaim,
  candidates: readonly Candidate[],
  vocabulary: Vocabulary,
): Opposition {
  const best = candidates[0]?.covered ?? 0;
  if (best < sameWords) return none;
  const own = statementOf(claim);
  let [contradicted, negated, replaced, turned] = [best >= sameSubject, false, false, false];
  for (const candidate of candidates.slice(0, mostSentences)) {
    if (candidate.covered < sameWords || candidate.covered < best - nearlyAsGood) break;
    const statement = readStatement(candidate, vocabulary);
    const difference = compareWords(own, statement);
    if (difference?.agrees === true) return none;
    if (difference?.negation === true) negated = true;
    if (difference?.number === true) replaced = true;
    if (difference?.direction === true) turned = true;
    if (candidate.covered >= sameSubject) contradicted &&= contradict(own, statement);
  }
  return { denied: negated || contradicted, replaced, turned };
}

function contradict(left: Statement, right: Statement): boolean {
  const [leftNegators, rightNegators] = [negatorPositions(left.tokens).length, negatorPositions(right.tokens).length];
  if (leftNegators + rightNegators !== 1 || isHedged(left.tokens) || isHedged(right.tokens)) return false;
  const [negative, positive] = leftNegators === 1 ? [left, right] : [right, left];
  // "Without Wayne" is a circumstance.
  if (negative.tokens.some(({ text }) => text === "without")) return false;
  const stated = new Set(positive.terms);
  // "Not open on Mondays" denies "closed on Mondays" nothing, nor does "not safe for children" "safe for adults".
  const denied = [...negatedPositions(negative.text, negative.tokens)].filter((position) => {
    const token = negative.tokens[position];
    return token !== undefined && !isFunctionWord(token);
  });
  return denied.length > 0 && denied.every((position) => stated.has(negative.terms[position] ?? noTerm));
}
