import type { InteractionVersions } from "../core/interaction.ts";
import type { Slice } from "../core/slice.ts";
import type { SpanAttributes } from "../core/tracing.ts";
import { keys } from "./attributes.ts";

/** What is known of a request when its span starts. */
export interface RequestStart {
  readonly pipeline: string;
  /** Only if the application gave one: conversation ids are never invented. */
  readonly conversationId?: string | undefined;
  readonly modelVersion?: string | undefined;
  readonly intentClass?: string | undefined;
  readonly versions?: InteractionVersions | undefined;
}

/** Attributes that a `rag_request` span is created with, so that samplers see them. */
export function requestAttributes({
  pipeline,
  conversationId,
  modelVersion,
  intentClass,
  versions = {},
}: RequestStart): SpanAttributes {
  return {
    [keys.operationName]: "invoke_workflow",
    [keys.agentName]: pipeline,
    [keys.conversationId]: conversationId,
    [keys.pipeline]: pipeline,
    [keys.intentClass]: intentClass,
    [keys.modelVersion]: modelVersion,
    [keys.promptVersion]: versions.prompt,
    [keys.indexVersion]: versions.index,
    [keys.embeddingModel]: versions.embeddingModel,
  };
}

/** Attributes that a `retrieval` span is created with, after the GenAI conventions. */
export function retrievalAttributes({
  dataSourceId,
  topK,
}: { readonly dataSourceId?: string | undefined; readonly topK?: number | undefined } = {}): SpanAttributes {
  return {
    [keys.operationName]: "retrieval",
    [keys.dataSourceId]: typeof dataSourceId === "string" ? dataSourceId : undefined,
    [keys.topK]: Number.isInteger(topK) ? topK : undefined,
  };
}

/**
 * Attributes that a `generation` span is created with: none. A `gen_ai.operation.name` would make it a second model call
 * beside the one that the application's own instrumentation records inside it.
 */
export function generationAttributes(): SpanAttributes {
  return {};
}

/** What is known of a request once it is complete. */
export interface RequestCompletion {
  readonly slice: Slice;
  /** Chunks retrieved; left out when no retriever ran. */
  readonly chunkCount?: number | undefined;
  /** Whether the whole answer is a refusal; left out when there is no answer. */
  readonly refusal?: boolean | undefined;
}

/** Attributes that a request span gets when the request is complete, and a `rag_evaluation` span when it starts. */
export function completionAttributes({ slice, chunkCount, refusal }: RequestCompletion): SpanAttributes {
  return {
    [keys.pipeline]: slice.pipeline,
    [keys.intentClass]: slice.intentClass,
    [keys.modelVersion]: slice.modelVersion,
    [keys.chunkCount]: chunkCount,
    [keys.refusal]: refusal,
  };
}
