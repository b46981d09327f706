import { roundScore, scored, unscored } from "../../core/outcome.ts";
import { tokenize, type Token } from "../../text/tokens.ts";
import type { Analysis, AnalysedChunk } from "./analysis.ts";
import type { Judgement } from "./groundedness.ts";
import type { Pacer } from "./pacer.ts";
import type { Representation } from "./representation.ts";
import { relevantChunkThreshold } from "./thresholds.ts";
import { chineseQuestionCharacters, questionWords } from "./word-frequency.ts";

/** Query-chunk relevance, averaged over the chunks. */
export async function judgeContextRelevance(analysis: Analysis, representation: Representation, pace: Pacer): Promise<Judgement> {
  if (analysis.retrieved.length === 0) return { outcome: unscored("no_context") };
  const query = subject(analysis.query);
  const chunks: { id: string; score: number }[] = [];
  for (const { chunk } of analysis.retrieved) {
    const paused = pace();
    if (paused !== undefined) await paused;
    chunks.push({ id: chunk.id, score: roundScore(relevance(query, tokenize(chunk.text), representation)) });
  }
  const mean = chunks.reduce((total, chunk) => total + chunk.score, 0) / chunks.length;
  const relevant = chunks.filter((chunk) => chunk.score >= relevantChunkThreshold).length;
  return { outcome: scored(mean), detail: { chunks, relevantChunkRatio: relevant / chunks.length } };
}

/** Query-answer relevance. */
export async function judgeAnswerRelevance(analysis: Analysis, answer: string, representation: Representation, pace: Pacer): Promise<Judgement> {
  const { claims, hasRefusal } = analysis.answer;
  if (claims.length === 0 && hasRefusal) return { outcome: unscored("refusal") };
  const paused = pace();
  if (paused !== undefined) await paused;
  return { outcome: scored(relevance(subject(analysis.query), tokenize(answer), representation)) };
}

/** What the query is about: its tokens without question words, or all of them when nothing else is there. */
export function subject(query: readonly Token[]): readonly Token[] {
  const kept = query.filter((token) => !(token.kind === "character" ? chineseQuestionCharacters : questionWords).has(token.text));
  return kept.length > 0 ? kept : query;
}

function relevance(query: readonly Token[], text: readonly Token[], representation: Representation): number {
  const keys = new Set(text.map((token) => representation.keyOf(token)));
  let total = 0;
  let covered = 0;
  for (const token of query) {
    const key = representation.keyOf(token);
    const weight = representation.weightOf(token, key);
    total += weight;
    if (keys.has(key)) covered += weight;
  }
  const coverage = total > 0 ? covered / total : 0;
  const cosine = representation.similarity(representation.vectorOf(query), representation.vectorOf(text));
  return Math.min(1, 0.7 * coverage + 0.3 * cosine);
}

/** Kept for the type of chunks. */
export type { AnalysedChunk };
