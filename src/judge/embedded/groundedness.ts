import type { JudgedClaim, Verdict } from "../../core/claim.ts";
import type { Detail } from "../../core/judge.ts";
import { roundScore, scored, unscored, type Outcome } from "../../core/outcome.ts";
import type { Analysis, AnalysedClaim } from "./analysis.ts";
import { characterShare, pairCoverage } from "./character-pairs.ts";
import { createEvidenceIndex, type EvidenceIndex } from "./evidence-index.ts";
import { isKeyword, isMissingKeyword } from "./keywords.ts";
import type { Pacer } from "./pacer.ts";
import {
  countsOther,
  foundNumbers,
  isReplaced,
  nameShareMissing,
  numberEvidence,
  otherForms,
} from "./numbers-and-names.ts";
import { oppositionOf } from "./polarity.ts";
import { claimTerms, supportOf, type ClaimTerms } from "./support.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A judgement of one metric before the judge's name is put on it. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly detail?: Detail;
}

/** Support at or above which a claim counts as supported. */
const supportedFrom = 0.5;

/** A claim with a number that the context has not, or that the context denies, gets at most this support. */
const cap = 0.25;

/** A claim with no sentence to show for it, or a keyword that is nowhere, gets at most this support. */
const missingKeyword = 0.3;

/** The share of a claim's coverage that is lost when all its names are missing. */
const missingNames = 0.8;

/** The factor for a number written as a word ("three") that is missing: the answer may have counted (see {@link isReplaced}). */
const missingCount = 0.75;

/**
 * A word of two characters may be a general one that the answer was free to choose (表示, 措施), while a long name was not:
 * a claim written in characters is taken to have this much more weight, which is covered.
 */
const grantedWeight = 0.8;

/** Where coverage turns into support, and how sharply. */
const calibration = { middle: 0.5, steepness: 10 } as const;

/** The graded share of the answer's claims that the context supports; a claim weighs as the square root of what it says. */
export async function judgeGroundedness(analysis: Analysis, pace: Pacer): Promise<Judgement> {
  const { claims, hasRefusal } = analysis.answer;
  if (claims.length === 0) return { outcome: unscored(hasRefusal ? "refusal" : "no_claims") };
  const index = await createEvidenceIndex(analysis.grounding, analysis.vocabulary, pace);
  const weightOf = await termWeights(claims, analysis.vocabulary, pace);
  const scratch = new Float32Array(index.sentences.length);
  const judged: JudgedClaim[] = [];
  let sum = 0;
  let total = 0;
  for (const claim of claims) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const terms = claimTerms(claim, weightOf);
    const result = judgeClaim(claim, terms, index, analysis.vocabulary, scratch);
    const weight = Math.sqrt(terms.total);
    judged.push(result);
    sum += weight * result.score;
    total += weight;
  }
  return { outcome: scored(Math.min(1, sum / total)), detail: { claims: judged } };
}

/** A term that many claims share is the answer's subject and says little about each: its weight is spread over them. */
async function termWeights(
  claims: readonly AnalysedClaim[],
  vocabulary: Vocabulary,
  pace: Pacer,
): Promise<(term: number) => number> {
  const counts = new Float32Array(vocabulary.terms.length);
  for (const claim of claims) {
    const paused = pace();
    if (paused !== undefined) await paused;
    for (const term of new Set(claim.terms)) counts[term] = (counts[term] ?? 0) + 1;
  }
  return (term) => (vocabulary.terms[term]?.weight ?? 0) / Math.sqrt(Math.max(1, counts[term] ?? 1));
}

function judgeClaim(
  claim: AnalysedClaim,
  terms: ClaimTerms,
  index: EvidenceIndex,
  vocabulary: Vocabulary,
  scratch: Float32Array,
): JudgedClaim {
  const { union, whole, candidates } = supportOf(terms, index, scratch);
  const flags: string[] = [];
  const found = foundNumbers(claim, index);
  const names = nameShareMissing(claim, found, index, vocabulary);
  if (names > 0) flags.push("entity_missing");
  const missing = claim.numbers.filter((mention) => !mention.keys.some((key) => index.hasNumber(key)));
  const byTerms = Math.min(1, (union + whole) / 2 + otherForms(claim, terms, found, index));
  let coverage = coverageOf(claim, terms, byTerms, index) * (1 - missingNames * names);
  if (missing.some((mention) => !mention.strong)) coverage *= missingCount;
  let support = calibrated(coverage);
  const { denied, replaced, turned } = oppositionOf(claim, candidates, vocabulary);
  const isWrong =
    replaced ||
    missing.some((mention) => mention.strong || isReplaced(claim, mention, candidates)) ||
    claim.numbers.some((mention) => countsOther(mention, index));
  if (isWrong) {
    flags.push("number_missing");
    support = Math.min(support, cap);
  }
  if (turned) {
    flags.push("direction_mismatch");
    support = Math.min(support, cap);
  }
  if (denied) {
    flags.push("negation_mismatch");
    support = Math.min(support, cap);
  }
  // Without a sentence to show for it nothing is supported.
  const best = candidates[0] ?? numberEvidence(claim, index);
  if (best === undefined || isMissingKeyword(claim, found, index)) support = Math.min(support, missingKeyword);
  const score = roundScore(support);
  const verdict: Verdict =
    denied && !isKeyword(claim) ? "contradicted" : score >= supportedFrom ? "supported" : "unsupported";
  if (best === undefined) return { text: claim.text, verdict, score, flags };
  const { chunk } = best.chunk;
  return {
    text: claim.text,
    verdict,
    score,
    chunkId: chunk.id,
    evidence: chunk.text.slice(best.sentence.start, best.sentence.end),
    flags,
  };
}

/** The share of the claim that is covered: by words, and as far as it is written without spaces, half by pairs of characters. */
function coverageOf(claim: AnalysedClaim, terms: ClaimTerms, byTerms: number, index: EvidenceIndex): number {
  if (index.sentences.length === 0) return 0;
  const characters = characterShare(claim);
  const pairs = pairCoverage(claim, index) ?? byTerms;
  const covered = byTerms + (characters / 2) * (pairs - byTerms);
  const granted = grantedWeight * characters;
  return (covered * terms.total + granted) / (terms.total + granted);
}

function logistic(coverage: number): number {
  return 1 / (1 + Math.exp(-calibration.steepness * (coverage - calibration.middle)));
}

/** Coverage as support: a logistic curve, stretched so that nothing covered is 0 and everything covered is 1. */
function calibrated(coverage: number): number {
  const support = (logistic(coverage) - logistic(0)) / (logistic(1) - logistic(0));
  return Math.min(Math.max(support, 0), 1);
}
