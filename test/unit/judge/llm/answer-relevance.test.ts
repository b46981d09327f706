import { describe, expect, test } from "vitest";
import { createScriptedEmbedder, vectorAtCosine } from "../../../../src/testing/index.ts";
import { embedderAt, judge, partsOf, scriptedModel } from "./judge-llm.ts";

const query = "When was Acme founded?";
const answer = "Acme was founded in 1990.";
const queries = ["q1", "q2", "q3", "q4", "q5"];

function reply(noncommittal: boolean, given: readonly unknown[] = queries) {
  return { noncommittal, queries: given };
}

async function judgeAt(cosines: readonly number[], changes: { queryCount?: number } = {}) {
  const names = cosines.map((_, at) => `q${at + 1}`);
  const model = scriptedModel(reply(false, names));
  const embedder = embedderAt(query, Object.fromEntries(names.map((name, at) => [name, cosines[at] ?? 0])));
  const judged = await judge("answer_relevance", { query, answer }, { model, embedder, ...changes });
  return { ...judged, model };
}

describe("by generated queries", () => {
  test("the similarities 0.89 0.85 0.87 0.83 0.81 give 0.85", async () => {
    const { result, model } = await judgeAt([0.89, 0.85, 0.87, 0.83, 0.81]);
    expect(result.outcome).toEqual({ score: 0.85 });
    expect(result.judge).toBe("llm/1+scripted-model+scripted-embedder");
    expect(model.requests).toHaveLength(1);
  });

  test("a negative similarity counts as 0", async () => {
    expect((await judgeAt([1, -1, -0.5, 1, 0.5])).result.outcome).toEqual({ score: 0.5 });
  });

  test("similarities of 1 give 1", async () => {
    expect((await judgeAt([1, 1, 1, 1, 1])).result.outcome).toEqual({ score: 1 });
  });

  test("as many queries as the option says", async () => {
    const { result, model } = await judgeAt([0.2, 0.4], { queryCount: 2 });
    expect(result.outcome).toEqual({ score: 0.3 });
    expect(result.judge).toBe("llm/1.n2+scripted-model+scripted-embedder");
    expect(model.requests[0]?.instructions).toContain("exactly 2 queries");
  });

  test("the query is not shown to the model that makes queries", async () => {
    const { model } = await judgeAt([1, 1, 1, 1, 1]);
    expect(partsOf(model.requests[0] ?? { input: "" })).toEqual(new Map([["answer", answer]]));
    expect(JSON.stringify(model.requests)).not.toContain(query);
  });

  test("queries are embedded as queries, in batches that the embedder takes", async () => {
    const embedder = createScriptedEmbedder({ vectors: () => [1, 0], maxBatch: 4, usagePerText: { inputTokens: 3 } });
    const { usage } = await judge(
      "answer_relevance",
      { query, answer },
      { model: scriptedModel(reply(false)), embedder },
    );
    expect(embedder.calls).toEqual([
      { texts: [query, "q1", "q2", "q3"], kind: "query" },
      { texts: ["q4", "q5"], kind: "query" },
    ]);
    expect(usage).toEqual({ inputTokens: 10 + 6 * 3, outputTokens: 5 });
  });

  test("an answer that the model calls noncommittal is a refusal, and nothing is embedded", async () => {
    const embedder = createScriptedEmbedder({ vectors: {} });
    const model = scriptedModel(reply(true, []));
    const { result } = await judge("answer_relevance", { query, answer: "That is hard to tell." }, { model, embedder });
    expect(result.outcome).toEqual({ reason: "refusal" });
    expect(embedder.calls).toEqual([]);
  });

  test("one that our rules know is one without a call", async () => {
    const model = scriptedModel("never asked");
    const { result } = await judge(
      "answer_relevance",
      { query, answer: "I don't know." },
      { model, embedder: embedderAt(query, {}) },
    );
    expect(result.outcome).toEqual({ reason: "refusal" });
    expect(model.requests).toEqual([]);
  });

  test.each([
    ["too few queries", reply(false, queries.slice(1))],
    ["too many", reply(false, [...queries, "q6"])],
    ["a blank one", reply(false, [...queries.slice(1), " "])],
    ["one that is no text", reply(false, [...queries.slice(1), 5])],
    ["no queries", { noncommittal: false }],
    ["no word on whether it is noncommittal", { queries }],
  ])("%s is asked for again, and then judge_invalid_output", async (_, bad) => {
    const embedder = embedderAt(query, Object.fromEntries(queries.map((name) => [name, 1])));
    const model = scriptedModel([bad, reply(false)]);
    const { result } = await judge("answer_relevance", { query, answer }, { model, embedder });
    expect(result.outcome).toEqual({ score: 1 });
    expect(model.requests).toHaveLength(2);
    await expect(
      judge("answer_relevance", { query, answer }, { model: scriptedModel(bad), embedder }),
    ).rejects.toMatchObject({
      reason: "judge_invalid_output",
    });
  });

  test.each([
    ["zeros", () => [0, 0]],
    ["no numbers", () => [Number.NaN, 1]],
    ["another length", (text: string) => (text === query ? [1, 0] : [1, 0, 0])],
  ])("vectors of %s are refused", async (_, vectors) => {
    const embedder = createScriptedEmbedder({ vectors });
    await expect(
      judge("answer_relevance", { query, answer }, { model: scriptedModel(reply(false)), embedder }),
    ).rejects.toMatchObject({
      reason: "judge_invalid_output",
    });
  });

  test("vectors of another length in a later batch too", async () => {
    const embedder = createScriptedEmbedder({
      maxBatch: 3,
      vectors: (text) => (text === "q5" || text === "q4" || text === "q3" ? [1, 0, 0] : vectorAtCosine(1)),
    });
    await expect(
      judge("answer_relevance", { query, answer }, { model: scriptedModel(reply(false)), embedder }),
    ).rejects.toMatchObject({
      reason: "judge_invalid_output",
      code: "vector_length",
    });
  });
});

describe("by grade, without an embedder", () => {
  test.each([
    [1, 0],
    [2, 0.25],
    [3, 0.5],
    [4, 0.75],
    [5, 1],
  ])("grade %i is %f, under the name llm-graded", async (grade, score) => {
    const model = scriptedModel({ reason: "Because.", noncommittal: false, grade });
    const { result } = await judge("answer_relevance", { query, answer }, { model });
    expect(result).toEqual({
      outcome: { score },
      judge: "llm-graded/1+scripted-model",
      detail: { explanation: "Because." },
    });
    expect(partsOf(model.requests[0] ?? { input: "" })).toEqual(
      new Map([
        ["query", query],
        ["answer", answer],
      ]),
    );
  });

  test.each([[0], [6], [-1], [3.5], ["3"], [null], [Number.MAX_VALUE]])("grade %s is refused", async (grade) => {
    const model = scriptedModel({ reason: "", noncommittal: false, grade });
    await expect(judge("answer_relevance", { query, answer }, { model })).rejects.toMatchObject({
      reason: "judge_invalid_output",
      code: "reply_wrong_shape",
    });
    expect(model.requests).toHaveLength(2);
  });

  test("a noncommittal answer is a refusal", async () => {
    const model = scriptedModel({ reason: "Evades.", noncommittal: true, grade: 1 });
    const { result } = await judge("answer_relevance", { query, answer: "Who can tell." }, { model });
    expect(result.outcome).toEqual({ reason: "refusal" });
  });
});
