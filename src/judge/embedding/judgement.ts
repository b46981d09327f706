import type { Interaction } from "../../core/interaction.ts";
import type { JudgeContext, JudgeResult, JudgeWarning } from "../../core/judge.ts";
import type { EmbeddingRequest } from "./shared-vectors.ts";
import type { TextVectors } from "./text-vectors.ts";

/** What an embedding judge works with. */
export interface EmbeddingSettings {
  readonly vectors: TextVectors;
  /** Whether vectors of the retriever's result are used. */
  readonly reuseVectors: boolean;
  /** The score of a cosine. */
  readonly scoreOf: (cosine: number) => number;
  /** The share of the vector score in a hybrid one, in (0, 1]. */
  readonly alpha: number;
  /** A chunk counts as relevant from this score on. */
  readonly chunkThreshold: number;
}

/** What an embedding judge makes of an interaction. */
export type Judgement = Pick<JudgeResult, "outcome" | "detail" | "warnings">;

/** One of the two embedding judges. */
export type EmbeddingJudging = (
  interaction: Interaction,
  settings: EmbeddingSettings,
  request: EmbeddingRequest & Pick<JudgeContext, "pause">,
) => Promise<Judgement>;

/** The warning that the retriever's vectors were of no use. */
export const vectorsRefused: JudgeWarning = {
  code: "dimensions_mismatch",
  message:
    "Vectors in the retriever's results were not used, because they are all zeros or of another length than the embedder's; " +
    "their texts are embedded again, at a cost. Give embeddingJudges the embedder that the index was built with.",
};

/** The warning that keyword scores were of no use. */
export const keywordScoresRefused: JudgeWarning = {
  code: "keyword_score_unbounded",
  message:
    "Context relevance is scored by vectors alone, although `alpha` is set: a retriever's result says no `keywordScoreMax`, or " +
    "less than one of its keyword scores. Return the attainable maximum of the query from the `read` option of wrapRetriever.",
};
