import { expect, test } from "vitest";
import { proposeObjectives } from "../../../src/rules/calibration.ts";
import { contextOf } from "./contexts.ts";

const { settings } = contextOf({});

test("the objective leaves 1.2 times the upper bound of the measured share as budget", () => {
  const { objectives } = proposeObjectives([{ metric: "groundedness", scored: 10_000, violations: 200 }], settings);
  // 1 - 1.2 * (0.02 + 1.645 * sqrt(0.02 * 0.98 / 10000)) = 0.97324
  expect(objectives).toEqual({ groundedness: 0.973 });
});

test("few scores leave more room for chance", () => {
  const propose = (scored: number) =>
    proposeObjectives([{ metric: "groundedness", scored, violations: scored / 50 }], settings).objectives[
      "groundedness"
    ];
  expect(propose(300)).toBeLessThan(propose(30_000) ?? 0);
});

test("the worst service of a metric counts, and services with too few scores do not", () => {
  const { objectives, tooFew } = proposeObjectives(
    [
      { metric: "groundedness", scored: 5000, violations: 50 },
      { metric: "groundedness", scored: 5000, violations: 500 },
      { metric: "groundedness", scored: 199, violations: 199 },
      { metric: "answer_relevance", scored: 199, violations: 1 },
    ],
    settings,
  );
  expect(objectives).toEqual({ groundedness: 0.871 });
  expect(tooFew).toEqual(["answer_relevance"]);
});

test("burn windows that the objective cannot reach are left out, so that the proposal is a valid section", () => {
  const { objectives, burnWindows } = proposeObjectives(
    [{ metric: "groundedness", scored: 5000, violations: 500 }],
    settings,
  );
  expect(burnWindows.map(({ factor }) => factor)).toEqual([6, 3, 1]);
  expect(() => contextOf({ alerting: { objectives, burnWindows } })).not.toThrow();
});

test.each([
  [0, 0.999],
  [1000, 0.001],
  [1500, 0.001],
])("with %d violations in 1000 scores the objective stays within (0, 1)", (violations, objective) => {
  const shares = [{ metric: "groundedness", scored: 1000, violations }];
  expect(proposeObjectives(shares, settings).objectives).toEqual({ groundedness: objective });
});

test("without scores nothing is proposed", () => {
  expect(proposeObjectives([], settings)).toMatchObject({ objectives: {}, tooFew: [] });
});
