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
export function requestAttributes(start: RequestStart): SpanAttributes {
  const { pipeline, conversationId, modelVersion, intentClass, versions } = start;
  const attributes: Record<string, string> = {
    [keys.operationName]: "invoke_workflow",
    [keys.agentName]: pipeline,
    [keys.pipeline]: pipeline,
  };
  // On the path of every request: what was not given is not written, and not taken out again.
  if (conversationId !== undefined) attributes[keys.conversationId] = conversationId;
  if (intentClass !== undefined) attributes[keys.intentClass] = intentClass;
  if (modelVersion !== undefined) attributes[keys.modelVersion] = modelVersion;
  if (versions?.prompt !== undefined) attributes[keys.promptVersion] = versions.prompt;
  if (versions?.index !== undefined) attributes[keys.indexVersion] = versions.index;
  if (versions?.embeddingModel !== undefined) attributes[keys.embeddingModel] = versions.embeddingModel;
  return attributes;
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
  /** Left out while the intent class is not known. */
  readonly slice?: Slice | undefined;
  /** Chunks retrieved; left out when no retriever ran. */
  readonly chunkCount?: number | undefined;
  /** Whether the whole answer is a refusal; left out when there is no answer. */
  readonly refusal?: boolean | undefined;
}

/** Attributes that a request span gets when the request is complete, and a `rag_evaluation` span when it starts. */
export function completionAttributes({ slice, chunkCount, refusal }: RequestCompletion): SpanAttributes {
  return {
    [keys.pipeline]: slice?.pipeline,
    [keys.intentClass]: slice?.intentClass,
    [keys.modelVersion]: slice?.modelVersion,
    [keys.chunkCount]: chunkCount,
    [keys.refusal]: refusal,
  };
}
