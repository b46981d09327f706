import { expect, test } from "vitest";
import { isYoung, proposeObjectives, type ViolationShare } from "../../../src/rules/calibration.ts";
import { contextOf } from "./contexts.ts";

const { settings } = contextOf({});

const week = 7 * 86_400;

function share(
  metric: string,
  scored: number,
  violations: number,
  further: Partial<ViolationShare> = {},
): ViolationShare {
  return { metric, service: { job: "rag" }, scored, violations, ageSeconds: week, ...further };
}

test("the objective leaves 1.2 times the upper bound of the measured share as budget", () => {
  const { objectives } = proposeObjectives([share("groundedness", 10_000, 200)], settings);
  // 1 - 1.2 * (0.02 + 1.645 * sqrt(0.02 * 0.98 / 10000)) = 0.97324
  expect(objectives).toEqual({ groundedness: 0.973 });
});

test("few scores leave more room for chance", () => {
  const propose = (scored: number) =>
    proposeObjectives([share("groundedness", scored, scored / 50)], settings).objectives["groundedness"];
  expect(propose(300)).toBeLessThan(propose(30_000) ?? 0);
});

test("the worst service of a metric counts, and services with too few scores do not", () => {
  const { objectives, tooFew, worst } = proposeObjectives(
    [
      share("groundedness", 5000, 50),
      share("groundedness", 5000, 500),
      share("groundedness", 199, 199),
      share("answer_relevance", 199, 1),
    ],
    settings,
  );
  expect(objectives).toEqual({ groundedness: 0.871 });
  expect(tooFew).toEqual(["answer_relevance"]);
  expect(worst).toEqual([share("groundedness", 5000, 500)]);
});

test("burn windows that the objective cannot reach are left out, so that the proposal is a valid section", () => {
  const { objectives, burnWindows } = proposeObjectives([share("groundedness", 5000, 500)], settings);
  expect(burnWindows.map(({ factor }) => factor)).toEqual([6, 3, 1]);
  expect(() => contextOf({ alerting: { objectives, burnWindows } })).not.toThrow();
});

test("a burn window that is left out names the metrics whose objectives cannot burn that fast", () => {
  const { leftOut } = proposeObjectives(
    [share("groundedness", 5000, 500), share("answer_relevance", 5000, 1000), share("context_relevance", 5000, 0)],
    settings,
  );
  expect(leftOut.map(({ window, metrics }) => [window.factor, metrics])).toEqual([
    [14.4, ["groundedness", "answer_relevance"]],
    [6, ["answer_relevance"]],
  ]);
});

test("without violations the objective stays below 1", () => {
  expect(proposeObjectives([share("groundedness", 1000, 0)], settings).objectives).toEqual({ groundedness: 0.999 });
});

test.each([
  [391, { groundedness: 0.5 }],
  [392, {}],
  [1000, {}],
  [1500, {}],
])("with %d violations in 1000 scores the proposal is %j, and windows of others stay", (violations, objectives) => {
  const proposal = proposeObjectives(
    [share("groundedness", 1000, violations), share("answer_relevance", 10_000, 0)],
    settings,
  );
  expect(proposal.objectives).toEqual({ ...objectives, answer_relevance: 0.999 });
  expect(proposal.burnWindows).toHaveLength("groundedness" in objectives ? 1 : settings.burnWindows.length);
  expect(proposal.worst.map(({ metric }) => metric)).toEqual(["groundedness", "answer_relevance"]);
  expect(proposal.tooFew).toEqual([]);
});

test("data are young when a twentieth of the window is missing", () => {
  const of = (ageSeconds: number | undefined) => isYoung(share("groundedness", 1, 0, { ageSeconds }), settings);
  expect([undefined, 420, 0.94 * week, 0.96 * week, week].map(of)).toEqual([true, true, true, false, false]);
});

test("without scores nothing is proposed", () => {
  expect(proposeObjectives([], settings)).toMatchObject({ objectives: {}, tooFew: [] });
});
