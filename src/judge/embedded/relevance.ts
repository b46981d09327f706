import { roundScore, scored, unscored } from "../../core/outcome.ts";
import type { JudgedChunk } from "../../core/claim.ts";
import type { Analysis, AnalysedText } from "./analysis.ts";
import type { Judgement } from "./groundedness.ts";
import type { Pacer } from "./pacer.ts";
import { relevantChunkThreshold } from "./thresholds.ts";
import { closenessOf, closenessShares, noTerm, termOf, type Vocabulary } from "./vocabulary.ts";

/** How relevance is put together from coverage of the query's terms and nearness of the whole text. */
const mixture = { coverage: 0.5, nearness: 0.5 } as const;

/** Query-chunk relevance, averaged over the chunks. Their order does not matter. */
export async function judgeContextRelevance(analysis: Analysis, pace: Pacer): Promise<Judgement> {
  if (analysis.retrieved.length === 0) return { outcome: unscored("no_context") };
  const chunks: JudgedChunk[] = [];
  // Summed in whole ten-thousandths: a sum of fractions would depend on the order.
  let sum = 0;
  for (const chunk of analysis.retrieved) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const score = roundScore(relevance(analysis, chunk));
    sum += Math.round(score * 10_000);
    chunks.push({ id: chunk.chunk.id, score });
  }
  const relevant = chunks.filter((chunk) => chunk.score >= relevantChunkThreshold).length;
  return {
    outcome: scored(sum / (10_000 * chunks.length)),
    detail: { chunks, relevantChunkRatio: relevant / chunks.length },
  };
}

/** Query-answer relevance; sentences that decline to answer do not count, though they repeat the query. */
export function judgeAnswerRelevance(analysis: Analysis): Judgement {
  const { claims, hasRefusal, statements } = analysis.answer;
  if (claims.length === 0 && hasRefusal) return { outcome: unscored("refusal") };
  return { outcome: scored(relevance(analysis, statements)) };
}

function relevance(analysis: Analysis, text: AnalysedText): number {
  const coverage = coverageOf(analysis.query.terms, text, analysis.vocabulary);
  return Math.min(1, mixture.coverage * coverage + mixture.nearness * text.nearness);
}

/** The share of the query's term weight that a text covers. */
function coverageOf(terms: readonly number[], text: AnalysedText, vocabulary: Vocabulary): number {
  const presence = new Map<number, number>(terms.map((term) => [term, 0]));
  for (const sentence of text.sentences) {
    for (const code of sentence.terms) {
      if (code === noTerm) continue;
      const term = termOf(code);
      const before = presence.get(term);
      if (before !== undefined) presence.set(term, Math.max(before, closenessShares[closenessOf(code)] ?? 0));
    }
  }
  let total = 0;
  let covered = 0;
  for (const [term, share] of presence) {
    const weight = vocabulary.terms[term]?.weight ?? 0;
    total += weight;
    covered += weight * share;
  }
  return total > 0 ? covered / total : 0;
}
