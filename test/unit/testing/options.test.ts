import { expect, test } from "vitest";
import { createScriptedJudge, createTestTriad } from "../../../src/testing/index.ts";

const verdictRule =
  "a number from 0 to 1, a reason (such as `judge_error`), an Error, or a function that gives one of these";
const metricRule =
  '"context_relevance", "groundedness", "answer_relevance" or "criteria.<name>" with name [a-z][a-z0-9_]*';
const clockRule = "a clock, as `createManualClock()` makes (an object with `monotonicMs`, `epochMs` and `schedule`)";
const metric = "groundedness";

test.each<readonly [unknown, string]>([
  [{}, `Expected \`createScriptedJudge.metric\` to be ${metricRule}, got nothing (it is missing)`],
  [undefined, "Expected `createScriptedJudge` to be an object, got nothing (it is missing)"],
  [
    { metric: "faithfulness", verdict: 1 },
    `Expected \`createScriptedJudge.metric\` to be ${metricRule}, got \`"faithfulness"\` (string)`,
  ],
  [{ metric }, `Expected \`createScriptedJudge.verdict\` to be ${verdictRule}, got nothing (it is missing)`],
  [{ metric, verdict: 3 }, `Expected \`createScriptedJudge.verdict\` to be ${verdictRule}, got \`3\` (number)`],
  [
    { metric, verdict: Number.NaN },
    `Expected \`createScriptedJudge.verdict\` to be ${verdictRule}, got \`NaN\` (number)`,
  ],
  [
    { metric, verdict: "nope" },
    `Expected \`createScriptedJudge.verdict\` to be ${verdictRule}, got \`"nope"\` (string)`,
  ],
  [{ metric, verdikt: 1 }, "Unknown key `createScriptedJudge.verdikt`: did you mean `verdict`?"],
  [
    { metric, verdict: 1, name: 3 },
    "Expected `createScriptedJudge.name` to be a string that is not empty, got `3` (number)",
  ],
  [
    { metric, verdict: 1, thresholds: { warning: 0.5, page: 0.8 } },
    'Expected `createScriptedJudge.thresholds` to be an object with `warning` and `page` from 0 to 1, `page` at most `warning`, got `{"warning":0.5,"page":0.8}` (object)',
  ],
  [{ metric, verdict: 1, detail: 5 }, "Expected `createScriptedJudge.detail` to be an object, got `5` (number)"],
])("createScriptedJudge refuses %j", (options, message) => {
  expect(() => createScriptedJudge(options as never)).toThrow(
    expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }),
  );
});

test.each([0, 1, "circuit_open" as const, new Error("down"), () => 3])(
  "createScriptedJudge takes the verdict %s",
  (verdict) => {
    expect(createScriptedJudge({ metric, verdict }).metric).toBe(metric);
  },
);

test.each<readonly [unknown, string]>([
  [{ pipeline: "p", clock: 5 }, `Expected \`clock\` to be ${clockRule}, got \`5\` (number)`],
  [{ pipeline: "p", clock: null }, `Expected \`clock\` to be ${clockRule}, got \`null\` (null)`],
  [
    { pipeline: "p", clock: { schedule: () => 0 } },
    `Expected \`clock\` to be ${clockRule}, got \`{"schedule":[function]}\` (object)`,
  ],
  [undefined, "Expected the options to be an object, got nothing (it is missing)"],
  [{ pipeline: "p", clok: 5 }, "Unknown option `clok`"],
])("createTestTriad refuses %j", (options, message) => {
  expect(() => createTestTriad(options as never)).toThrow(
    expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringContaining(message) }),
  );
});
