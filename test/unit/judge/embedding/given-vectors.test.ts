import { describe, expect, it, test } from "vitest";
import { embeddingJudges } from "../../../../src/judge/embedding/embedding-judges.ts";
import { createScriptedEmbedder, vectorAtCosine } from "../../../../src/testing/index.ts";
import { anInteraction, judgeBy, judgeWith, numericEmbedder } from "./judge-by-vectors.ts";

const plane = (cosine: number): readonly number[] => [...vectorAtCosine(cosine)];

describe("vectors of the retriever's result", () => {
  it("are used, so that nothing is embedded", async () => {
    const embedder = numericEmbedder();
    const { result, usage } = await judgeWith(
      { embedder },
      "context_relevance",
      anInteraction(
        [
          { text: "a", vector: plane(0.82) },
          { text: "b", vector: plane(0.66) },
        ],
        { queryVector: [1, 0] },
      ),
    );
    expect(result).toMatchObject({ outcome: { score: 0.74 }, warnings: [] });
    expect(embedder.calls).toEqual([]);
    expect(usage).toBeUndefined();
  });

  it("need not have length 1", async () => {
    const vector = plane(0.5).map((value) => value * 1e-30);
    const { result } = await judgeWith(
      { embedder: numericEmbedder() },
      "context_relevance",
      anInteraction([{ text: "a", vector }], { queryVector: [1e200, 0] }),
    );
    expect(result.outcome).toEqual({ score: 0.5 });
  });

  it("count for a chunk that has no text", async () => {
    const embedder = numericEmbedder();
    const { result } = await judgeWith({ embedder }, "context_relevance", anInteraction([{ vector: plane(0.9) }]));
    expect(result.outcome).toEqual({ score: 0.9 });
    expect(embedder.calls).toEqual([{ texts: ["query"], kind: "query" }]);
  });

  it("are completed by the embedder where some are missing", async () => {
    const embedder = numericEmbedder();
    const { result, warnings } = await judgeWith(
      { embedder },
      "context_relevance",
      anInteraction([{ text: "a", vector: plane(0.8) }, "0.6"], { queryVector: [1, 0] }),
    );
    expect(result.outcome).toEqual({ score: 0.7 });
    expect(embedder.calls).toEqual([{ texts: ["0.6"], kind: "passage" }]);
    expect(warnings).toEqual([]);
  });

  it("of the query serve answer relevance too", async () => {
    const embedder = numericEmbedder();
    const { result } = await judgeWith(
      { embedder },
      "answer_relevance",
      anInteraction([], { answer: "0.7", queryVector: [2, 0] }),
    );
    expect(result.outcome).toEqual({ score: 0.7 });
    expect(embedder.calls).toEqual([{ texts: ["0.7"], kind: "passage" }]);
  });

  it("of another length than the embedder's are not used, with a warning", async () => {
    const embedder = numericEmbedder();
    const interaction = anInteraction([{ text: "0.5", vector: [1, 0, 0] }, "0.7"], { queryVector: [1, 0, 0] });
    const { result, warnings } = await judgeWith({ embedder }, "context_relevance", interaction);
    expect(result.outcome).toEqual({ score: 0.6 });
    expect(warnings).toEqual(["dimensions_mismatch"]);
  });

  it("of another length are found out although they are complete, once the embedder has been heard", async () => {
    const embedder = numericEmbedder();
    const judges = embeddingJudges({ embedder });
    await judgeBy(judges, "answer_relevance", anInteraction([], { answer: "0.1" }));
    const interaction = anInteraction([{ text: "0.5", vector: [1, 0, 0] }], { queryVector: [1, 0, 0] });
    const { result, warnings } = await judgeBy(judges, "context_relevance", interaction);
    expect(result.outcome).toEqual({ score: 0.5 });
    expect(warnings).toEqual(["dimensions_mismatch"]);
  });

  it("of two lengths are not used", async () => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder() },
      "context_relevance",
      anInteraction(
        [
          { text: "0.5", vector: [0, 1] },
          { text: "0.7", vector: [1, 0, 0] },
        ],
        { queryVector: [1, 0] },
      ),
    );
    expect(result.outcome).toEqual({ score: 0.6 });
    expect(warnings).toEqual(["dimensions_mismatch"]);
  });

  it.each([[[0, 0]], [[NaN, 1]], [[Infinity, 1]], [[]]])("without a direction (%j) are not used", async (vector) => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder() },
      "context_relevance",
      anInteraction(
        [
          { text: "0.5", vector },
          { text: "x", vector: plane(0.7) },
        ],
        { queryVector: [1, 0] },
      ),
    );
    expect(result.outcome).toEqual({ score: 0.6 });
    expect(warnings).toEqual(["dimensions_mismatch"]);
  });

  it("are not looked at with reuseVectors off", async () => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder(), reuseVectors: false },
      "context_relevance",
      anInteraction([{ text: "0.5", vector: [0, 1] }], { queryVector: [1, 0, 0] }),
    );
    expect(result.outcome).toEqual({ score: 0.5 });
    expect(warnings).toEqual([]);
  });
});

describe("vectors of the embedder", () => {
  it.each([
    ["zeros", { vectors: { query: [1, 0], a: [0, 0] } }, "vector_unusable"],
    ["not finite", { vectors: { query: [1, 0], a: [NaN, 0] } }, "vector_unusable"],
    ["no numbers", { vectors: { query: [1, 0], a: ["1", "0"] as never } }, "vector_unusable"],
    ["without dimensions", { vectors: { query: [1, 0], a: [] } }, "vector_unusable"],
    ["of two lengths in a call", { vectors: { query: [1, 0], a: [1, 0, 0], b: [1, 0] } }, "vector_length"],
    ["of two lengths in two calls", { vectors: { query: [1, 0], a: [1, 0, 0], b: [1, 0, 0] } }, "vector_length"],
  ])("are refused when they are %s", async (_, script, code) => {
    const embedder = createScriptedEmbedder({ ...script, usagePerText: { inputTokens: 2 } });
    const judges = embeddingJudges({ embedder });
    const failure = judgeBy(judges, "context_relevance", anInteraction(["a", ...("b" in script.vectors ? ["b"] : [])]));
    await expect(failure).rejects.toMatchObject({ reason: "judge_invalid_output", code });
  });

  it.each([
    ["too few", { vectors: [[1, 0]] }],
    ["none", {}],
    ["nothing at all", undefined],
  ])("are refused when there are %s", async (_, reply) => {
    const embedder = { model: "m", embed: () => Promise.resolve(reply as never) };
    const failure = judgeWith({ embedder }, "context_relevance", anInteraction(["a", "b"]));
    await expect(failure).rejects.toMatchObject({ reason: "judge_invalid_output", code: "vector_count" });
  });

  it("are paid for even when they are refused", async () => {
    const notes: unknown[] = [];
    const embedder = createScriptedEmbedder({
      vectors: { query: [1, 0], a: [0, 0] },
      usagePerText: { inputTokens: 2, cost: 0.5 },
    });
    const judges = embeddingJudges({ embedder });
    const context = { note: (note: unknown) => void notes.push(note) };
    const failure = judgeBy(judges, "context_relevance", anInteraction(["a"]), context);
    await expect(failure).rejects.toMatchObject({ reason: "judge_invalid_output" });
    expect(notes).toEqual(
      expect.arrayContaining([{ usage: { inputTokens: 2, cost: 0.5 } }, { usage: { inputTokens: 2, cost: 0.5 } }]),
    );
  });
});

test("a judge on a thread that serves requests yields between chunks, and stops there when nobody waits any more", async () => {
  let pauses = 0;
  const controller = new AbortController();
  const judges = embeddingJudges({ embedder: numericEmbedder() });
  const chunks = Array.from({ length: 50 }, (_, index) => ({ text: String(index), vector: plane(0.5) }));
  const pause = async (): Promise<void> => {
    if (++pauses === 30) controller.abort(new Error("over"));
  };
  const interaction = anInteraction(chunks, { queryVector: [1, 0] });
  await judgeBy(judges, "context_relevance", interaction, { pause });
  expect(pauses).toBe(101);
  pauses = 0;
  const judging = judgeBy(judges, "context_relevance", interaction, { pause, signal: controller.signal });
  await expect(judging).rejects.toThrow("over");
});
