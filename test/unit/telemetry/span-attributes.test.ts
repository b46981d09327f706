import { expect, test } from "vitest";
import {
  completionAttributes,
  generationAttributes,
  requestAttributes,
  retrievalAttributes,
} from "../../../src/telemetry/span-attributes.ts";
import { writable } from "../../../src/telemetry/traced-span.ts";

test("a request starts as a workflow of the pipeline's name; conversation and versions only if given", () => {
  expect(writable(requestAttributes({ pipeline: "support" }))).toEqual({
    "gen_ai.operation.name": "invoke_workflow",
    "gen_ai.agent.name": "support",
    "rag.pipeline": "support",
  });
  const versions = { prompt: "p1", index: "i1", embeddingModel: "e1" };
  expect(
    writable(requestAttributes({ pipeline: "support", conversationId: "c", modelVersion: "m", versions })),
  ).toMatchObject({
    "gen_ai.conversation.id": "c",
    "rag.model_version": "m",
    "rag.prompt_version": "p1",
    "rag.index_version": "i1",
    "rag.embedding_model": "e1",
  });
});

test("a retrieval follows the GenAI conventions, whatever a JavaScript caller passes", () => {
  expect(writable(retrievalAttributes({ dataSourceId: "docs", topK: 5 }))).toEqual({
    "gen_ai.operation.name": "retrieval",
    "gen_ai.data_source.id": "docs",
    "gen_ai.retrieval.top_k": 5,
  });
  expect(writable(retrievalAttributes({ dataSourceId: {}, topK: "5" } as never))).toEqual({
    "gen_ai.operation.name": "retrieval",
  });
});

test("a generation is never a second chat span", () => {
  expect(generationAttributes()).toEqual({});
});

test("completion brings the slice and what was found", () => {
  const slice = { pipeline: "support", intentClass: "billing", modelVersion: "m" };
  expect(writable(completionAttributes({ slice, chunkCount: 0, refusal: false }))).toEqual({
    "rag.pipeline": "support",
    "rag.intent_class": "billing",
    "rag.model_version": "m",
    "rag.retrieval.chunk_count": 0,
    "rag.answer.refusal": false,
  });
  expect(writable(completionAttributes({ slice }))).not.toHaveProperty("rag.answer.refusal");
});
