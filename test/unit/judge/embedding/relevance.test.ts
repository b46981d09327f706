import { describe, expect, it } from "vitest";
import { embeddingJudges } from "../../../../src/judge/embedding/embedding-judges.ts";
import { keywordShares } from "../../../../src/judge/embedding/keyword-shares.ts";
import { createScriptedEmbedder, vectorAtCosine } from "../../../../src/testing/index.ts";
import { anInteraction, judgeBy, judgeWith, numericEmbedder } from "./judge-by-vectors.ts";

describe("context relevance", () => {
  it("is the mean cosine: 0.82, 0.61 and 0.79 give 0.74, with 2 of 3 chunks relevant", async () => {
    const { result } = await judgeWith(
      { embedder: numericEmbedder() },
      "context_relevance",
      anInteraction(["0.82", "0.61", "0.79"]),
    );
    expect(result.outcome).toEqual({ score: 0.74 });
    expect(result.detail).toEqual({
      chunks: [
        { id: "0", score: 0.82 },
        { id: "1", score: 0.61 },
        { id: "2", score: 0.79 },
      ],
      relevantChunkRatio: 2 / 3,
    });
    expect(result.judge).toBe("embedding/1+scripted-embedder");
    expect(result.warnings).toEqual([]);
  });

  it("counts a chunk at the threshold as relevant", async () => {
    const ratio = async (chunkThreshold?: number): Promise<number | undefined> => {
      const options = { embedder: numericEmbedder(), chunkThreshold };
      const { result } = await judgeWith(options, "context_relevance", anInteraction(["0.75", "0.7499"]));
      return result.detail?.relevantChunkRatio;
    };
    expect(await ratio()).toBe(0.5);
    expect(await ratio(0.7)).toBe(1);
    expect(await ratio(0.76)).toBe(0);
  });

  it("counts a negative cosine as 0", async () => {
    const { result } = await judgeWith(
      { embedder: numericEmbedder() },
      "context_relevance",
      anInteraction(["-0.5", "0.5"]),
    );
    expect(result.outcome).toEqual({ score: 0.25 });
    expect(result.detail?.chunks?.[0]).toEqual({ id: "0", score: 0 });
  });

  it("scores a chunk without any text 0 and sends it to nobody", async () => {
    const embedder = numericEmbedder();
    const { result } = await judgeWith({ embedder }, "context_relevance", anInteraction(["0.8", " \n"]));
    expect(result.outcome).toEqual({ score: 0.4 });
    expect(embedder.calls.flatMap(({ texts }) => texts).sort()).toEqual(["0.8", "query"]);
    const nothing = numericEmbedder();
    const blank = await judgeWith({ embedder: nothing }, "context_relevance", anInteraction([""]));
    expect(blank.result.outcome).toEqual({ score: 0 });
    expect(nothing.calls).toEqual([]);
  });

  it("embeds the query as a query and chunks as passages", async () => {
    const embedder = numericEmbedder();
    await judgeWith({ embedder }, "context_relevance", anInteraction(["0.8"]));
    expect(embedder.calls).toEqual(
      expect.arrayContaining([
        { texts: ["query"], kind: "query" },
        { texts: ["0.8"], kind: "passage" },
      ]),
    );
  });
});

describe("answer relevance", () => {
  it("is the cosine of query and answer", async () => {
    const embedder = numericEmbedder();
    const judges = embeddingJudges({ embedder });
    const { result } = await judgeBy(judges, "answer_relevance", anInteraction([], { answer: "0.6321" }));
    expect(result).toMatchObject({ outcome: { score: 0.6321 }, judge: "embedding/1+scripted-embedder", warnings: [] });
    const opposite = await judgeBy(judges, "answer_relevance", anInteraction([], { answer: "-1" }));
    expect(opposite.result.outcome).toEqual({ score: 0 });
  });

  it("is a refusal when nothing else is there, without a call", async () => {
    const embedder = numericEmbedder();
    const { result } = await judgeWith(
      { embedder },
      "answer_relevance",
      anInteraction([], { answer: "I'm sorry, but I don't know." }),
    );
    expect(result.outcome).toEqual({ reason: "refusal" });
    expect(embedder.calls).toEqual([]);
  });

  it("compares an answer that declines nothing as it is, whatever it consists of", async () => {
    for (const answer of ["# Paris", "Which city do you mean?", "- a\n- b"]) {
      const embedder = createScriptedEmbedder({ vectors: { query: [1, 0], [answer]: vectorAtCosine(0.4) } });
      const { result } = await judgeWith({ embedder }, "answer_relevance", anInteraction([], { answer }));
      expect(result.outcome).toEqual({ score: 0.4 });
    }
  });

  it("leaves refusals out, because they repeat the query", async () => {
    const embedder = createScriptedEmbedder({
      vectors: { query: [1, 0], "Our office is in Berlin.": vectorAtCosine(0.2) },
    });
    const { result } = await judgeWith(
      { embedder },
      "answer_relevance",
      anInteraction([], { answer: "I could not find anything about refunds. Our office is in Berlin." }),
    );
    expect(result.outcome).toEqual({ score: 0.2 });
  });
});

describe("a hybrid score", () => {
  const chunks = [
    { text: "0.8", keywordScore: 9 },
    { text: "0.6", keywordScore: 3 },
    { text: "0.5" },
    { text: "0.4", keywordScore: -2 },
  ];

  it("weighs vector and keyword score, the latter by its attainable maximum, before the threshold", async () => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder(), alpha: 0.7 },
      "context_relevance",
      anInteraction(chunks, { keywordScoreMax: 12 }),
    );
    // 0.7 × 0.8 + 0.3 × 9/12 = 0.785; 0.7 × 0.6 + 0.3 × 3/12 = 0.495; 0.7 × 0.5 = 0.35; 0.7 × 0.4 = 0.28
    expect(result.detail?.chunks?.map(({ score }) => score)).toEqual([0.785, 0.495, 0.35, 0.28]);
    expect(result.outcome).toEqual({ score: 0.4775 });
    expect(result.detail?.relevantChunkRatio).toBe(0.25);
    expect(result.judge).toBe("embedding/1+scripted-embedder+a0.7");
    expect(warnings).toEqual([]);
  });

  it("does not make the best irrelevant chunk a 1", async () => {
    const { result } = await judgeWith(
      { embedder: numericEmbedder(), alpha: 0.5 },
      "context_relevance",
      anInteraction([{ text: "0", keywordScore: 0.1 }], { keywordScoreMax: 10 }),
    );
    expect(result.outcome).toEqual({ score: 0.005 });
  });

  it.each([
    ["is not said", {}],
    ["is less than a score", { keywordScoreMax: 8.9 }],
    ["is negative", { keywordScoreMax: -1 }],
    ["is no number", { keywordScoreMax: NaN }],
    ["is 0 though there are scores", { keywordScoreMax: 0 }],
  ])("is the vector score alone, with a warning, when the maximum %s", async (_, said) => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder(), alpha: 0.7 },
      "context_relevance",
      anInteraction(chunks, said),
    );
    expect(result.outcome).toEqual({ score: 0.575 });
    expect(warnings).toEqual(["keyword_score_unbounded"]);
  });

  it("is the vector score alone, with a warning, when a keyword score is no number", async () => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder(), alpha: 0.7 },
      "context_relevance",
      anInteraction([{ text: "0.8", keywordScore: NaN }], { keywordScoreMax: 10 }),
    );
    expect(result.outcome).toEqual({ score: 0.8 });
    expect(warnings).toEqual(["keyword_score_unbounded"]);
  });

  it("is the vector score alone, without a warning, when the query has no keyword", async () => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder(), alpha: 0.7 },
      "context_relevance",
      anInteraction(["0.8"], { keywordScoreMax: 0 }),
    );
    expect(result.outcome).toEqual({ score: 0.8 });
    expect(warnings).toEqual([]);
  });

  it("is not looked for without alpha", async () => {
    const { result, warnings } = await judgeWith(
      { embedder: numericEmbedder() },
      "context_relevance",
      anInteraction(chunks),
    );
    expect(result.outcome).toEqual({ score: 0.575 });
    expect(warnings).toEqual([]);
  });

  it("takes a score just beyond the maximum for rounding", () => {
    const interaction = anInteraction([{ keywordScore: 12.000_001 }, { keywordScore: 6 }], { keywordScoreMax: 12 });
    expect(keywordShares(interaction)).toEqual({ shares: [1, 0.5] });
  });

  it("counts a chunk that only the keywords found", async () => {
    const { result } = await judgeWith(
      { embedder: numericEmbedder(), alpha: 0.5 },
      "context_relevance",
      anInteraction([{ text: "0", keywordScore: 12.000_001 }], { keywordScoreMax: 12 }),
    );
    expect(result.outcome).toEqual({ score: 0.5 });
  });
});
