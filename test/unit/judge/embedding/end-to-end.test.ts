import { describe, expect, it } from "vitest";
import type { Chunk } from "../../../../src/core/chunk.ts";
import { embeddingJudges } from "../../../../src/judge/embedding/embedding-judges.ts";
import {
  createScriptedEmbedder,
  createScriptedJudge,
  vectorAtCosine,
  type ScriptedEmbedder,
} from "../../../../src/testing/index.ts";
import { createTestTriad, type TestTriad } from "../../../helpers/test-machine.ts";
import { numericEmbedder } from "./judge-by-vectors.ts";

const plane = (cosine: number): number[] => [...vectorAtCosine(cosine)];

function triadWith(embedder: ScriptedEmbedder, alpha?: number): TestTriad {
  return createTestTriad({ judges: embeddingJudges({ embedder, alpha }) });
}

/** Scores of one request that retrieves, and answers with a text. */
async function scoresOf(rig: TestTriad, work: () => unknown, answer = "0.6"): Promise<Record<string, unknown>> {
  await rig.triad.run({ query: "query" }, async (request) => {
    await work();
    request.setAnswer(answer);
  });
  await rig.settle();
  const results = rig.evaluated.at(-1)?.results ?? {};
  return Object.fromEntries(Object.entries(results).map(([metric, result]) => [metric, result?.outcome]));
}

describe("what retrievers return reaches the embedding judges", () => {
  it("vectors of chunks and query from a `read` option: nothing but the answer is embedded", async () => {
    const embedder = numericEmbedder();
    const rig = triadWith(embedder);
    const retrieve = rig.triad.wrapRetriever(
      async () => ({ rows: [{ body: "a", embedding: Float32Array.from(plane(0.9)) }], asked: Float32Array.of(1, 0) }),
      {
        read: ({ rows, asked }) => ({
          chunks: rows.map(({ body, embedding }, id) => ({ id: String(id), text: body, vector: [...embedding] })),
          queryVector: asked,
        }),
      },
    );
    expect(await scoresOf(rig, () => retrieve())).toEqual({
      context_relevance: { score: 0.9 },
      answer_relevance: { score: 0.6 },
    });
    expect(embedder.calls).toEqual([{ texts: ["0.6"], kind: "passage" }]);
  });

  it("vectors in a shape that is understood by itself", async () => {
    const embedder = numericEmbedder();
    const rig = triadWith(embedder);
    const retrieve = rig.triad.wrapRetriever(async () => ({
      matches: [{ id: "x", values: plane(0.7), metadata: { text: "a" } }],
      queryVector: [1, 0],
    }));
    expect(await scoresOf(rig, () => retrieve())).toMatchObject({ context_relevance: { score: 0.7 } });
    expect(embedder.calls.flatMap(({ texts }) => texts)).toEqual(["0.6"]);
  });

  it("keyword scores with their maximum", async () => {
    const rig = triadWith(numericEmbedder(), 0.5);
    const retrieve = rig.triad.wrapRetriever(async () => ({
      chunks: [{ text: "0.8", keywordScore: 3 }],
      keywordScoreMax: 12,
    }));
    expect(await scoresOf(rig, () => retrieve())).toMatchObject({ context_relevance: { score: 0.525 } });
    expect(rig.shown).toEqual([]);
  });

  it("keyword scores of two retrievals, each by the maximum of its own query", async () => {
    const rig = triadWith(numericEmbedder(), 0.5);
    const retrieve = rig.triad.wrapRetriever(async (id: string, keywordScore: number, keywordScoreMax: number) => ({
      chunks: [{ id, text: "0.8", keywordScore }],
      keywordScoreMax,
    }));
    const work = async (): Promise<void> => {
      await retrieve("a", 0, 0);
      await retrieve("b", 3, 12);
      await retrieve("c", 9, 18);
    };
    // Shares 0, 0.25 and 0.5: 0.4, 0.525 and 0.65.
    expect(await scoresOf(rig, work)).toMatchObject({ context_relevance: { score: 0.525 } });
    expect(rig.shown).toEqual([]);
  });

  it("warns once when the maximum is missing", async () => {
    const rig = triadWith(numericEmbedder(), 0.5);
    const retrieve = rig.triad.wrapRetriever(async () => [{ text: "0.8", keywordScore: 3 }]);
    const warned: string[] = [];
    rig.triad.on("warning", ({ code }) => void warned.push(code));
    expect(await scoresOf(rig, () => retrieve())).toMatchObject({ context_relevance: { score: 0.8 } });
    await scoresOf(rig, () => retrieve());
    expect(warned).toEqual(["keyword_score_unbounded"]);
  });

  it("as plain JSON, and nothing that is no vector or no number", async () => {
    const judge = createScriptedJudge({ metric: "context_relevance", verdict: 1 });
    const rig = createTestTriad({ judges: { context_relevance: judge } });
    const retrieve = rig.triad.wrapRetriever(async (reading: unknown) => reading, {
      read: (reading) => reading as never,
    });
    const chunks = [{ id: "0", text: "a", rank: 0 }];
    await scoresOf(rig, () => retrieve({ chunks, queryVector: Float32Array.of(1, 0), keywordScoreMax: 12 }));
    await scoresOf(rig, () => retrieve({ chunks, queryVector: { 0: 1 }, keywordScoreMax: "12" }));
    await scoresOf(rig, () => retrieve({ chunks, queryVector: [1, NaN], keywordScoreMax: Infinity }));
    const [sound, ...broken] = judge.interactions.map(({ queryVector, keywordScoreMax }) => [
      queryVector,
      keywordScoreMax,
    ]);
    expect(sound).toEqual([[1, 0], 12]);
    expect(broken).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it("chunks that the work adds itself", async () => {
    const embedder = numericEmbedder();
    const rig = triadWith(embedder);
    const chunk: Chunk = { id: "0", text: "a", vector: plane(0.3) };
    await rig.triad.run({ query: "query" }, (request) => {
      request.addChunks([chunk]);
      request.setAnswer("0.6");
    });
    await rig.settle();
    expect(rig.evaluated[0]?.results["context_relevance"]?.outcome).toEqual({ score: 0.3 });
  });
});

describe("what embedding costs reaches telemetry", () => {
  it("tokens and cost by metric and judge", async () => {
    const embedder = createScriptedEmbedder({
      vectors: (text) => (text === "query" ? [1, 0] : vectorAtCosine(Number(text))),
      usagePerText: { inputTokens: 5, cost: 0.25 },
    });
    const rig = triadWith(embedder);
    const retrieve = rig.triad.wrapRetriever(async () => ["0.8", "0.7"]);
    await scoresOf(rig, () => retrieve());
    const judge = { "rag.judge": "embedding/1+scripted-embedder" };
    expect(rig.telemetry.metrics.sum("rag.judge.tokens", judge)).toBe(20);
    expect(rig.telemetry.metrics.sum("rag.judge.cost", judge)).toBe(1);
    expect(rig.telemetry.metrics.measurements("rag.context_relevance", judge).map(({ value }) => value)).toEqual([
      0.75,
    ]);
  });

  it("also when the vectors are refused: the metric is unscored with its reason", async () => {
    const embedder = createScriptedEmbedder({
      vectors: { query: [1, 0], a: [0, 0], "0.6": vectorAtCosine(0.6) },
      usagePerText: { inputTokens: 5 },
    });
    const rig = triadWith(embedder);
    const retrieve = rig.triad.wrapRetriever(async () => ["a"]);
    expect(await scoresOf(rig, () => retrieve())).toEqual({
      context_relevance: { reason: "judge_invalid_output" },
      answer_relevance: { score: 0.6 },
    });
    expect(rig.telemetry.metrics.sum("rag.judge.tokens")).toBe(15);
    expect(rig.telemetry.metrics.measurements("rag.judge.duration", { "error.type": "vector_unusable" })).toHaveLength(
      1,
    );
  });
});
