import type { JudgedChunk } from "../../core/claim.ts";
import { roundScore, scored, unscored } from "../../core/outcome.ts";
import { createPacer } from "../embedded/pacer.ts";
import { interactionVectors } from "./interaction-vectors.ts";
import { keywordScoresRefused, vectorsRefused, type EmbeddingJudging } from "./judgement.ts";
import { keywordShares } from "./keyword-shares.ts";
import { cosine } from "./unit-vector.ts";

/**
 * The mean over the chunks of their relevance: the score of the cosine of query and chunk, or with `alpha` below 1
 * alpha × that + (1 − alpha) × the chunk's keyword share. The order of the chunks does not matter.
 */
export const judgeContextRelevance: EmbeddingJudging = async (interaction, settings, request) => {
  const { chunks, query, queryVector } = interaction;
  const { vectors, reuseVectors, scoreOf, alpha, chunkThreshold } = settings;
  if (chunks.length === 0) return { outcome: unscored("no_context") };
  const compared = await interactionVectors(
    { text: query ?? "", vector: reuseVectors ? queryVector : undefined },
    chunks.map(({ text, vector }) => ({ text, vector: reuseVectors ? vector : undefined })),
    vectors,
    request,
  );
  const keywords = alpha < 1 ? keywordShares(interaction) : undefined;
  const pace = createPacer(request);
  const judged: JudgedChunk[] = [];
  // Summed in whole ten-thousandths: a sum of fractions would depend on the order.
  let sum = 0;
  for (const [index, { id }] of chunks.entries()) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const vector = compared?.passages[index];
    const byVector = compared === undefined || vector === undefined ? 0 : scoreOf(cosine(compared.query, vector));
    const byKeyword = keywords?.shares?.[index];
    const score = roundScore(byKeyword === undefined ? byVector : alpha * byVector + (1 - alpha) * byKeyword);
    sum += Math.round(score * 10_000);
    judged.push({ id, score });
  }
  const relevant = judged.filter(({ score }) => score >= chunkThreshold).length;
  const isUnbounded = keywords !== undefined && "why" in keywords && keywords.why === "unbounded";
  return {
    outcome: scored(sum / (10_000 * chunks.length)),
    detail: { chunks: judged, relevantChunkRatio: relevant / chunks.length },
    warnings: [...(compared?.refused ? [vectorsRefused] : []), ...(isUnbounded ? [keywordScoresRefused] : [])],
  };
};
