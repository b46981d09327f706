import { describe, expect, it } from "vitest";
import { isAsExpected, type CanaryExpectation } from "../../../src/core/canary.ts";
import { unscoredReasons, type Outcome, type UnscoredReason } from "../../../src/core/outcome.ts";

const thresholds = { warning: 0.8, page: 0.7 };
const verdict = (expected: CanaryExpectation, outcome: Outcome) =>
  isAsExpected(expected, { outcome, judge: "a/1" }, thresholds);

describe("isAsExpected", () => {
  it.each<[CanaryExpectation, number, boolean]>([
    ["high", 0.8, true],
    ["high", 0.7999, false],
    ["low", 0.7999, true],
    ["low", 0.8, false],
    [{ atLeast: 0.5 }, 0.5, true],
    [{ atLeast: 0.5 }, 0.4999, false],
    [{ atMost: 0.5 }, 0.5, true],
    [{ atMost: 0.5 }, 0.5001, false],
    [{ atLeast: 0.2, atMost: 0.4 }, 0.3, true],
    [{ atLeast: 0.2, atMost: 0.4 }, 0.1, false],
  ])("of %j at %d is %s", (expected, score, asExpected) => {
    expect(verdict(expected, { score })).toBe(asExpected);
  });

  it("takes a contradicted claim for a low score, as `rag.quality` does", () => {
    const claim = { text: "t", verdict: "contradicted", score: 0, flags: [] } as const;
    const result = { outcome: { score: 0.95 }, judge: "a/1", detail: { claims: [claim] } };
    expect(isAsExpected("low", result, thresholds)).toBe(true);
    expect(isAsExpected("high", result, thresholds)).toBe(false);
  });

  const judgesFault: readonly UnscoredReason[] = [
    "judge_error",
    "judge_timeout",
    "judge_invalid_output",
    "rate_limited",
    "circuit_open",
    "over_budget",
    "queue_full",
    "shutdown",
  ];

  it.each(unscoredReasons)("of no score for %s is unknown if the judge failed, else false", (reason) => {
    const expected = judgesFault.includes(reason) ? undefined : false;
    expect(verdict("high", { reason })).toBe(expected);
    expect(verdict("low", { reason })).toBe(expected);
  });
});
