import { expect, test } from "vitest";
import { evaluationAttributes } from "../../../src/telemetry/evaluation-attributes.ts";

const claim = (verdict: "supported" | "contradicted" | "unsupported") => ({
  text: "secret",
  verdict,
  score: 0.5,
  flags: [],
});

test("scores, outcomes and judges of each metric, and what they amount to", () => {
  const attributes = evaluationAttributes({
    status: "partial",
    diagnosis: "generation",
    quality: "fail",
    results: {
      groundedness: {
        outcome: { score: 0.33333 },
        judge: "llm/2",
        detail: { claims: [claim("supported"), claim("unsupported"), claim("contradicted")] },
      },
      context_relevance: { outcome: { reason: "no_context" }, judge: "embedded/1" },
      "criteria.tone": { outcome: { score: 1 }, judge: "llm/2" },
    },
  });
  expect(attributes).toEqual({
    "rag.evaluation.status": "partial",
    "rag.diagnosis": "generation",
    "rag.quality": "fail",
    "rag.groundedness": 0.3333,
    "rag.evaluation.groundedness.outcome": "scored",
    "rag.evaluation.groundedness.judge": "llm/2",
    "rag.evaluation.context_relevance.outcome": "no_context",
    "rag.evaluation.context_relevance.judge": "embedded/1",
    "rag.criteria.tone": 1,
    "rag.evaluation.criteria.tone.outcome": "scored",
    "rag.evaluation.criteria.tone.judge": "llm/2",
    "rag.claims.total": 3,
    "rag.claims.unsupported": 1,
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1.1])("a score of %s is none", (score) => {
  const attributes = evaluationAttributes({
    status: "unscored",
    diagnosis: "unknown",
    results: { groundedness: { outcome: { score }, judge: "llm/2" } },
  });
  expect(attributes).toEqual({
    "rag.evaluation.status": "unscored",
    "rag.diagnosis": "unknown",
    "rag.evaluation.groundedness.outcome": "judge_invalid_output",
    "rag.evaluation.groundedness.judge": "llm/2",
  });
});
