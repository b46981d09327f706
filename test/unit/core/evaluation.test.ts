import { describe, expect, it } from "vitest";
import { diagnose, overallQuality, statusOf, type EvaluatedMetric } from "../../../src/core/evaluation.ts";
import type { UnscoredReason } from "../../../src/core/outcome.ts";

const thresholds = { warning: 0.8, page: 0.7 };
const scored = (score: number, more: Partial<EvaluatedMetric> = {}): EvaluatedMetric => ({
  outcome: { score },
  thresholds,
  ...more,
});
const unscored = (reason: UnscoredReason): EvaluatedMetric => ({ outcome: { reason }, thresholds });
const contradiction = { verdicts: { supported: 3, contradicted: 1, unsupported: 0 } };

describe("the diagnosis", () => {
  it.each([
    [{ context_relevance: scored(0.5), groundedness: scored(0.1), answer_relevance: scored(0.1) }, "retrieval"],
    [{ context_relevance: scored(0.9), groundedness: scored(0.75), answer_relevance: scored(0.1) }, "generation"],
    [{ context_relevance: scored(0.9), groundedness: scored(0.9), answer_relevance: scored(0.1) }, "answer"],
    [{ context_relevance: scored(0.9), groundedness: scored(0.9), answer_relevance: scored(0.8) }, "none"],
    [{ context_relevance: scored(0.9), groundedness: scored(0.9, contradiction) }, "generation"],
    [{ context_relevance: unscored("no_context"), groundedness: scored(0) }, "retrieval"],
    [{ context_relevance: unscored("retriever_error"), answer_relevance: scored(0.9) }, "retrieval"],
    [{ context_relevance: unscored("judge_timeout"), groundedness: scored(0.1) }, "unknown"],
    [{ context_relevance: unscored("not_sampled"), groundedness: scored(0.1) }, "generation"],
    [{ context_relevance: unscored("judge_error") }, "unknown"],
    [{}, "unknown"],
  ])("of %j is %s", (metrics, diagnosis) => {
    expect(diagnose(metrics)).toBe(diagnosis);
  });
});

describe("the quality", () => {
  it.each([
    [{ context_relevance: scored(0.8), groundedness: scored(0.9) }, "pass"],
    [{ context_relevance: scored(0.7999), groundedness: scored(0.9) }, "warn"],
    [{ context_relevance: scored(0.7), groundedness: scored(0.6999) }, "fail"],
    [{ groundedness: scored(1, contradiction) }, "fail"],
    [{ groundedness: unscored("refusal") }, undefined],
  ])("of %j is %s", (metrics, quality) => {
    expect(overallQuality(metrics)).toBe(quality);
  });
});

describe("the status", () => {
  it.each([
    [["s", "s"], "scored"],
    [["s", "refusal"], "partial"],
    [["not_sampled", "not_sampled"], "not_sampled"],
    [["not_sampled", "refusal"], "unscored"],
    [["queue_full", "no_context"], "dropped"],
    [["shutdown", "queue_full"], "shutdown"],
    [[], "unscored"],
  ])("of %j is %s", (outcomes, status) => {
    expect(
      statusOf(outcomes.map((outcome) => (outcome === "s" ? { score: 1 } : { reason: outcome as UnscoredReason }))),
    ).toBe(status);
  });
});
