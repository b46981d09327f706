import { describe, expect, test } from "vitest";
import type { Interaction } from "../../../../src/core/interaction.ts";
import { criteriaJudge } from "../../../../src/judge/llm/criteria/criteria-judge.ts";
import type { CriteriaJudgeOptions } from "../../../../src/judge/llm/criteria/options.ts";
import { chunksOf, interactionOf, noPolicy, notingContext, partsOf, scriptedModel } from "./judge-llm.ts";

const rubric = "5: every part of the query is answered.\n1: none is.";

async function grade(reply: object, options: Partial<CriteriaJudgeOptions> = {}, changes: Partial<Interaction> = {}) {
  const model = scriptedModel(reply as { readonly [key: string]: unknown });
  const judges = criteriaJudge({ name: "completeness", rubric, model, policy: noPolicy, ...options });
  const judge = judges[`criteria.${options.name ?? "completeness"}`];
  const { context } = notingContext();
  const result = await judge?.judge(
    interactionOf({ query: "Q?", answer: "A.", chunks: chunksOf("C."), ...changes }),
    context,
  );
  return { result, judge, model };
}

test.each([
  [1, 0],
  [2, 0.25],
  [3, 0.5],
  [4, 0.75],
  [5, 1],
])("grade %i is the score %f: (grade − 1) ÷ 4", async (given, score) => {
  const { result, judge } = await grade({ reason: "So.", grade: given });
  expect(result).toMatchObject({ outcome: { score }, detail: { explanation: "So." } });
  expect(judge).toMatchObject({
    metric: "criteria.completeness",
    name: "completeness",
    thresholds: { warning: 0.7, page: 0.6 },
  });
  expect(result?.judge).toBe(`completeness/${judge?.version}`);
});

test.each([[0], [6], [-3], [4.5], ["4"], [true], [null]])("grade %s is out of scale", async (given) => {
  await expect(grade({ reason: "", grade: given })).rejects.toMatchObject({ reason: "judge_invalid_output" });
});

test("another scale", async () => {
  expect((await grade({ reason: "", grade: 7 }, { scale: [0, 10] })).result?.outcome).toEqual({ score: 0.7 });
  await expect(grade({ reason: "", grade: 11 }, { scale: [0, 10] })).rejects.toMatchObject({
    reason: "judge_invalid_output",
  });
});

test("the rubric is in the instructions, what is judged is not", async () => {
  const { model } = await grade({ reason: "", grade: 3 });
  expect(model.requests[0]?.instructions).toContain(rubric);
  expect(model.requests[0]?.instructions).not.toContain("Q?");
  expect(partsOf(model.requests[0] ?? { input: "" })).toEqual(
    new Map([
      ["query", "Q?"],
      ["answer", "A."],
    ]),
  );
});

test("it reads what it is told to read", async () => {
  const { model } = await grade({ reason: "", grade: 3 }, { reads: ["chunks"] });
  expect(partsOf(model.requests[0] ?? { input: "" })).toEqual(
    new Map([
      ["chunk 1", "C."],
      ["answer", "A."],
    ]),
  );
});

test("what it reads and cannot is the reason", async () => {
  const reply = { reason: "", grade: 3 };
  expect((await grade(reply, {}, { query: null })).result?.outcome).toEqual({ reason: "no_query" });
  expect((await grade(reply, { reads: [] }, { query: null })).result?.outcome).toEqual({ score: 0.5 });
  expect((await grade(reply, { reads: ["chunks"] }, { unreadable: ["chunks"] })).result?.outcome).toEqual({
    reason: "unreadable",
  });
  expect((await grade(reply, { reads: ["chunks"] }, { tooLong: ["chunks"] })).result?.outcome).toEqual({
    reason: "too_long",
  });
});

test("what does not fit the model's context is too_long, before any call", async () => {
  const model = scriptedModel({ reason: "", grade: 3 });
  const judges = criteriaJudge({ name: "tone", rubric, model, policy: noPolicy, contextTokens: 2_048 });
  const { context } = notingContext();
  await expect(
    judges["criteria.tone"]?.judge(interactionOf({ answer: "word ".repeat(3_000) }), context),
  ).rejects.toMatchObject({
    reason: "too_long",
  });
  expect(model.requests).toEqual([]);
});

test("another rubric, scale or model is another version", () => {
  const model = scriptedModel("");
  const versionOf = (changes: Partial<CriteriaJudgeOptions>) =>
    criteriaJudge({ name: "tone", rubric, model, ...changes })["criteria.tone"]?.version;
  const versions = [
    versionOf({}),
    versionOf({ rubric: `${rubric} ` }),
    versionOf({ scale: [1, 4] }),
    versionOf({ reads: ["chunks"] }),
    versionOf({ prompt: "Grade it." }),
    versionOf({ model: scriptedModel("", { model: "other" }) }),
  ];
  expect(new Set(versions).size).toBe(versions.length);
  expect(versionOf({})).toBe(versions[0]);
  expect(versionOf({ version: "7" })).toBe("7");
});

describe("options", () => {
  const model = scriptedModel("");
  test.each<readonly [string, object, string]>([
    [
      "name",
      { name: "Tone" },
      'Expected `criteriaJudge.name` to be 1 to 48 of a-z, 0-9 or `_`, starting with a letter, got `"Tone"` (string)',
    ],
    ["rubric", { rubric: " " }, "Expected `criteriaJudge.rubric` to be a text of 1 to 50000 characters"],
    [
      "scale",
      { scale: [5, 1] },
      "Expected `criteriaJudge.scale` to be two integers from -1,000 to 1,000, the second above the first",
    ],
    ["reads", { reads: ["context"] }, 'Expected `criteriaJudge.reads` to be a list of "query", "chunks" and "answer"'],
    ["model", { model: {} }, "Expected `criteriaJudge.model` to be a judge model"],
    ["unknown", { rubrics: "x" }, "Unknown key `criteriaJudge.rubrics`: did you mean `rubric`?"],
  ])("a bad %s is refused", (_, bad, message) => {
    expect(() => criteriaJudge({ name: "tone", rubric, model, ...bad })).toThrow(message);
  });
});
