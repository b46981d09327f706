import type { AnalysedClaim } from "./analysis.ts";
import type { EvidenceIndex, EvidenceSentence, Postings } from "./evidence-index.ts";
import { functionWordWeight } from "./representation.ts";
import { closenessOf, closenessShares, noTerm, termOf } from "./vocabulary.ts";

/** A sentence looked at closely. */
export interface Candidate extends EvidenceSentence {
  /** How close the sentence comes to each of the claim's terms, in the order of {@link ClaimTerms.terms}. */
  readonly cover: Float32Array;
  /** The share of the claim's weight that the sentence covers, in [0, 1]. */
  readonly covered: number;
}

/** The distinct terms of a claim with their weights. */
export interface ClaimTerms {
  readonly terms: readonly number[];
  readonly weights: Float32Array;
  /** Sum of the weights; above 0. */
  readonly total: number;
}

/** How well the context covers a claim. All are shares of the claim's weight, in [0, 1]. */
export interface Support {
  /** Covered by the three sentences that together cover most, wherever they are. */
  readonly union: number;
  /** Covered by the context as a whole. */
  readonly whole: number;
  /** Best first; the first is the evidence. */
  readonly candidates: readonly Candidate[];
}

/** Sentences looked at closely. */
const candidateCount = 16;

/** Postings read a claim, rarest terms first: bounds the work where a huge context repeats itself. */
const mostVisits = 2_000;

/** Sentences that evidence may be put together from. */
const unionSize = 3;

/** The distinct terms of a claim; `weightOf` gives a term's weight. */
export function claimTerms(claim: AnalysedClaim, weightOf: (term: number) => number): ClaimTerms {
  const terms = [...new Set(claim.terms)];
  const weights = Float32Array.from(terms, weightOf);
  return { terms, weights, total: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** The support of one claim. Takes time in proportion to the sentences that share a content word with it. */
export function supportOf(claim: ClaimTerms, index: EvidenceIndex, scratch: Float32Array): Support {
  const whole =
    claim.terms.reduce((sum, term, slot) => sum + index.presenceOf(term) * (claim.weights[slot] ?? 0), 0) / claim.total;
  const candidates = bestSentences(claim, index, scratch)
    .map((number) => candidateOf(claim, index.sentences[number]))
    .filter((candidate) => candidate !== undefined)
    .sort((left, right) => right.covered - left.covered);
  return { union: greedyUnion(candidates, claim), whole, candidates };
}

function bestSentences(claim: ClaimTerms, index: EvidenceIndex, sums: Float32Array): number[] {
  const touched: number[] = [];
  let visits = 0;
  for (const { slot, postings } of rarestFirst(claim, index)) {
    const weight = claim.weights[slot] ?? 0;
    const end = Math.min(postings.sentences.length, mostVisits - visits);
    for (let at = 0; at < end; at++) {
      const number = postings.sentences[at] ?? 0;
      const before = sums[number] ?? 0;
      if (before === 0) touched.push(number);
      sums[number] = before + weight * (postings.shares[at] ?? 0);
    }
    visits += end;
  }
  const best: number[] = [];
  for (const number of touched) {
    const sum = sums[number] ?? 0;
    let at = best.length;
    while (at > 0 && (sums[best[at - 1] ?? 0] ?? 0) < sum) at--;
    if (at < candidateCount) {
      best.splice(at, 0, number);
      if (best.length > candidateCount) best.pop();
    }
  }
  for (const number of touched) sums[number] = 0;
  return best;
}

function rarestFirst(
  claim: ClaimTerms,
  index: EvidenceIndex,
): { readonly slot: number; readonly postings: Postings }[] {
  // Function words are in nearly every sentence: they are looked up only when there is no content word.
  const content = claim.weights.some((weight) => weight > functionWordWeight);
  return claim.terms
    .map((term, slot) => ({ slot, postings: index.postingsOf(term) }))
    .filter(({ slot }) => !content || (claim.weights[slot] ?? 0) > functionWordWeight)
    .sort((left, right) => left.postings.sentences.length - right.postings.sentences.length);
}

function candidateOf(claim: ClaimTerms, evidence: EvidenceSentence | undefined): Candidate | undefined {
  if (evidence === undefined) return undefined;
  const cover = new Float32Array(claim.terms.length);
  const slots = new Map(claim.terms.map((term, slot) => [term, slot]));
  for (const code of evidence.sentence.terms) {
    const slot = code === noTerm ? undefined : slots.get(termOf(code));
    if (slot !== undefined) cover[slot] = Math.max(cover[slot] ?? 0, closenessShares[closenessOf(code)] ?? 0);
  }
  return { ...evidence, cover, covered: weigh(cover, claim) };
}

function greedyUnion(candidates: readonly Candidate[], claim: ClaimTerms): number {
  let union: Float32Array = new Float32Array(claim.terms.length);
  let covered = 0;
  for (let round = 0; round < unionSize; round++) {
    let best: Float32Array | undefined;
    for (const candidate of candidates) {
      const merged = union.map((value, slot) => Math.max(value, candidate.cover[slot] ?? 0));
      const weight = weigh(merged, claim);
      if (weight > covered) {
        covered = weight;
        best = merged;
      }
    }
    if (best === undefined) break;
    union = best;
  }
  return covered;
}

function weigh(cover: Float32Array, claim: ClaimTerms): number {
  let weight = 0;
  for (let slot = 0; slot < cover.length; slot++) weight += (cover[slot] ?? 0) * (claim.weights[slot] ?? 0);
  return weight / claim.total;
}
