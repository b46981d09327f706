import type { Chunk } from "./chunk.ts";

/** Versions of what produced an answer; recorded on spans only, never as metric labels. */
export interface InteractionVersions {
  readonly prompt?: string;
  readonly index?: string;
  readonly embeddingModel?: string;
}

/** A part of an interaction that a judge reads. */
export type InteractionField = "query" | "chunks" | "answer";

/**
 * What is scored: one query, the chunks retrieved for it, and the answer given. Plain JSON.
 */
export interface Interaction {
  readonly id: string;
  /** The user's query; `null` when there was none. */
  readonly query: string | null;
  /** The embedding of the query in the index's own model, when the retriever's result had it. */
  readonly queryVector?: readonly number[];
  /** The attainable maximum of `keywordScore` for this query. */
  readonly keywordScoreMax?: number;
  /** `succeeded` (perhaps with nothing), `failed` (the retriever threw), or `none` (no retriever, no chunks given). */
  readonly retrieval: "succeeded" | "failed" | "none";
  /** What was retrieved, all retrievals of the request together, ids deduplicated. Context relevance scores these. */
  readonly chunks: readonly Chunk[];
  /** What the generator was given, if known. Groundedness scores against these, else against `chunks`. */
  readonly generatorChunks?: readonly Chunk[];
  /** The text returned to the user; `null` when there was none. */
  readonly answer: string | null;
  /** The model that wrote the answer, as its result names it. */
  readonly generatorModel?: string;
  /** Fields that were there but could not be read as text. */
  readonly unreadable?: readonly InteractionField[];
  /** Fields left out because they passed the limits of {@link interactionLimits}. */
  readonly tooLong?: readonly InteractionField[];
}

/** Sizes in characters (UTF-16 code units) beyond which a field is not copied and its metrics are `too_long`. */
export const interactionLimits = {
  queryCharacters: 32_768,
  chunkCharacters: 262_144,
  contextCharacters: 2_097_152,
  answerCharacters: 262_144,
  chunkCount: 1_000,
} as const;

/** The chunks an answer must be grounded in: those the generator was given, else those retrieved. */
export function groundingChunks(interaction: Interaction): readonly Chunk[] {
  return interaction.generatorChunks ?? interaction.chunks;
}
