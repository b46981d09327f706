import type { JudgedClaim, Verdict } from "../../core/claim.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { Detail } from "../../core/judge.ts";
import { roundScore, scored, unscored, type Outcome } from "../../core/outcome.ts";
import type { Analysis, AnalysedChunk, AnalysedClaim } from "./analysis.ts";
import type { Pacer } from "./pacer.ts";
import { supportFeatures } from "./support.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A judgement of one metric before the judge's name is put on it. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly detail?: Detail;
}

/** Support at or above which a claim counts as supported. */
const supportedFrom = 0.5;

/** What a claim with a number that the context has not may reach. */
const numberCap = 0.3;

/** The graded share of the answer's claims that the context supports. */
export async function judgeGroundedness(_interaction: Interaction, analysis: Analysis, pace: Pacer): Promise<Judgement> {
  const { claims, hasRefusal } = analysis.answer;
  if (claims.length === 0) return { outcome: unscored(hasRefusal ? "refusal" : "no_claims") };
  const judged: JudgedClaim[] = [];
  for (const claim of claims) {
    const paused = pace();
    if (paused !== undefined) await paused;
    judged.push(judgeClaim(claim, analysis.grounding, analysis.vocabulary));
  }
  const mean = judged.reduce((total, claim) => total + claim.score, 0) / judged.length;
  return { outcome: scored(mean), detail: { claims: judged } };
}

function judgeClaim(claim: AnalysedClaim, chunks: readonly AnalysedChunk[], vocabulary: Vocabulary): JudgedClaim {
  const features = supportFeatures(claim, chunks, vocabulary);
  const flags: string[] = [];
  let support = 0.35 * features.union + 0.3 * features.sentence + 0.35 * features.order;
  const missing = claim.numbers.some((mention) => mention.strong && !mention.keys.some((key) => chunks.some((chunk) => chunk.numbers.has(key))));
  if (missing && chunks.length > 0) {
    flags.push("number_missing");
    support = Math.min(support, numberCap);
  }
  const score = roundScore(Math.min(Math.max(support, 0), 1));
  const verdict: Verdict = score >= supportedFrom ? "supported" : "unsupported";
  const { best } = features;
  return {
    text: claim.text,
    verdict,
    score,
    ...(best === undefined ? {} : { chunkId: best.chunk.chunk.id, evidence: best.chunk.chunk.text.slice(best.sentence.start, best.sentence.end) }),
    flags,
  };
}
