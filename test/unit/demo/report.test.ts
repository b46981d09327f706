import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aurocOf, createScoreCounts } from "../../../examples/demo/report/score-counts.ts";
import { displayWidth, renderTable } from "../../../examples/demo/report/table.ts";
import { createTally, type EvaluatedRequest } from "../../../examples/demo/report/tally.ts";
import { areaUnderRoc } from "../../../src/core/statistics.ts";

const score = fc.integer({ min: 0, max: 10_000 }).map((step) => step / 10_000);

describe("aurocOf", () => {
  it("is the area under the ROC curve of the scores that were counted", () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 30 }), fc.array(score, { maxLength: 30 }), (high, low) => {
        const counts = [high, low].map((scores) => {
          const counted = createScoreCounts();
          for (const value of scores) counted.add(value);
          return counted;
        });
        const [highCounts = createScoreCounts(), lowCounts = createScoreCounts()] = counts;
        const expected = areaUnderRoc(high, low);
        const auroc = aurocOf(highCounts, lowCounts);
        if (expected === undefined) expect(auroc).toBeUndefined();
        else expect(auroc).toBeCloseTo(expected, 10);
      }),
      { numRuns: 50 },
    );
  });
});

describe("createTally", () => {
  const request = (change: Partial<EvaluatedRequest>): EvaluatedRequest => ({
    id: "1",
    intentClass: "faq",
    outcomes: { context_relevance: 0.8, groundedness: 1, answer_relevance: 0.6 },
    quality: "pass",
    diagnosis: "none",
    corrupted: undefined,
    ...change,
  });

  it("adds up scores, reasons, slices and truths", () => {
    const tally = createTally();
    tally.add(request({}));
    tally.add(
      request({
        corrupted: "number",
        outcomes: { context_relevance: 0.6, groundedness: 0.25, answer_relevance: 0.6 },
        quality: "fail",
        diagnosis: "generation",
      }),
    );
    tally.add(
      request({
        intentClass: "off_topic",
        quality: undefined,
        diagnosis: "retrieval",
        outcomes: { context_relevance: "no_context", groundedness: "refusal", answer_relevance: "refusal" },
      }),
    );
    expect(tally.report()).toEqual({
      requests: 3,
      scored: 2,
      unscoredByReason: { no_context: 1, refusal: 2 },
      evaluations: {
        context_relevance: { scored: 2, no_context: 1 },
        groundedness: { scored: 2, refusal: 1 },
        answer_relevance: { scored: 2, refusal: 1 },
      },
      meanScores: { contextRelevance: 0.7, groundedness: 0.625, answerRelevance: 0.6 },
      meanScoresByIntent: {
        faq: { requests: 2, contextRelevance: 0.7, groundedness: 0.625, answerRelevance: 0.6 },
        off_topic: { requests: 1, contextRelevance: null, groundedness: null, answerRelevance: null },
      },
      qualities: { pass: 1, fail: 1, unscored: 1 },
      diagnoses: { none: 1, generation: 1, retrieval: 1 },
      groundednessByKind: { clean: { answers: 1, mean: 1 }, number: { answers: 1, mean: 0.25 } },
      cleanVsCorruptedAuroc: 1,
      labelAuroc: null,
    });
  });

  it("is empty at first", () => {
    expect(createTally().report()).toMatchObject({
      requests: 0,
      scored: 0,
      unscoredByReason: {},
      cleanVsCorruptedAuroc: null,
    });
  });
});

describe("renderTable", () => {
  it("lines up columns, Chinese ones too, and cuts what is too long", () => {
    const lines = renderTable(
      [
        { title: "query", widest: 9 },
        { title: "score", align: "right" },
      ],
      [
        ["什么是有据性？", "1.00"],
        ["abc", "refusal"],
      ],
    );
    expect(lines).toEqual(["query        score", "─────────  ───────", "什么是有…     1.00", "abc        refusal"]);
    expect(lines.map(displayWidth)).toEqual([18, 18, 18, 18]);
  });
});
