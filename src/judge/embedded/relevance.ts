import { roundScore, scored, unscored } from "../../core/outcome.ts";
import { tokenize } from "../../text/tokens.ts";
import type { Analysis, AnalysedChunk } from "./analysis.ts";
import type { Judgement } from "./groundedness.ts";
import type { Pacer } from "./pacer.ts";
import { relevantChunkThreshold } from "./thresholds.ts";
import { closenessOf, closenessShares, noTerm, termOf, type Vocabulary } from "./vocabulary.ts";

/** How a text's relevance is put together from coverage of the query's terms and nearness of its nearest sentence. */
const mixture = { coverage: 0.7, nearness: 0.3 } as const;

/** Query-chunk relevance, averaged over the chunks. */
export async function judgeContextRelevance(analysis: Analysis, pace: Pacer): Promise<Judgement> {
  if (analysis.retrieved.length === 0) return { outcome: unscored("no_context") };
  const chunks: { id: string; score: number }[] = [];
  for (const chunk of analysis.retrieved) {
    const paused = pace();
    if (paused !== undefined) await paused;
    chunks.push({ id: chunk.chunk.id, score: roundScore(chunkRelevance(analysis, chunk)) });
  }
  const mean = chunks.reduce((total, chunk) => total + chunk.score, 0) / chunks.length;
  const relevant = chunks.filter((chunk) => chunk.score >= relevantChunkThreshold).length;
  return { outcome: scored(Math.min(1, mean)), detail: { chunks, relevantChunkRatio: relevant / chunks.length } };
}

/** Query-answer relevance. */
export async function judgeAnswerRelevance(analysis: Analysis, answer: string, pace: Pacer): Promise<Judgement> {
  const { claims, hasRefusal } = analysis.answer;
  if (claims.length === 0 && hasRefusal) return { outcome: unscored("refusal") };
  const paused = pace();
  if (paused !== undefined) await paused;
  const tokens = tokenize(answer);
  const codes = Int32Array.from(tokens, (token) => analysis.vocabulary.find(token));
  return { outcome: scored(mix(coverageOf(analysis.query.terms, [codes], analysis.vocabulary), analysis.query.nearness(tokens))) };
}

function chunkRelevance(analysis: Analysis, chunk: AnalysedChunk): number {
  const coverage = coverageOf(analysis.query.terms, chunk.sentences.map((sentence) => sentence.terms), analysis.vocabulary);
  const nearness = chunk.sentences.reduce((nearest, sentence) => Math.max(nearest, sentence.nearness), 0);
  return mix(coverage, nearness);
}

function mix(coverage: number, nearness: number): number {
  return Math.min(1, mixture.coverage * coverage + mixture.nearness * nearness);
}

/** The share of the query's term weight that a text covers. */
function coverageOf(terms: readonly number[], texts: readonly Int32Array[], vocabulary: Vocabulary): number {
  const presence = new Map<number, number>(terms.map((term) => [term, 0]));
  for (const codes of texts) {
    for (const code of codes) {
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
