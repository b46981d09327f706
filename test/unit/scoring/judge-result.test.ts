import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Judge } from "../../../src/core/judge.ts";
import { unscoredReasons } from "../../../src/core/outcome.ts";
import { readJudgeResult, soundResult } from "../../../src/scoring/judge-result.ts";

const cyclic: Record<string, unknown> = {};
cyclic["outcome"] = cyclic;
cyclic["judge"] = cyclic;

const trapped = new Proxy(
  {},
  {
    get: () => {
      throw new Error("trap");
    },
  },
);

describe("readJudgeResult", () => {
  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a number", 0.7],
    ["a text", "0.7"],
    ["an array", [0.7]],
    ["a cycle", cyclic],
    ["a proxy that throws", trapped],
    ["no outcome", { judge: "fake/1" }],
    ["no judge id", { outcome: { score: 0.5 } }],
    ["an empty judge id", { outcome: { score: 0.5 }, judge: "" }],
    ["a judge id without a version", { outcome: { score: 0.5 }, judge: "fake" }],
    ["a judge id that is a sentence", { outcome: { score: 0.5 }, judge: "what is / the warranty" }],
    ["a judge id that is long", { outcome: { score: 0.5 }, judge: `fake/${"1".repeat(200)}` }],
    ["NaN", { outcome: { score: Number.NaN }, judge: "fake/1" }],
    ["Infinity", { outcome: { score: Number.POSITIVE_INFINITY }, judge: "fake/1" }],
    ["a score below 0", { outcome: { score: -0.01 }, judge: "fake/1" }],
    ["a score above 1", { outcome: { score: 1.01 }, judge: "fake/1" }],
    ["a score that is a text", { outcome: { score: "0.5" }, judge: "fake/1" }],
    ["an unknown reason", { outcome: { reason: "tired" }, judge: "fake/1" }],
    ["a score and a reason", { outcome: { score: 0.5, reason: "refusal" }, judge: "fake/1" }],
    ["an outcome with neither", { outcome: {}, judge: "fake/1" }],
  ])("refuses %s", (_, value) => {
    expect(readJudgeResult(value)).toBeUndefined();
  });

  it.each(unscoredReasons)("takes the reason %s", (reason) => {
    expect(readJudgeResult({ outcome: { reason }, judge: "fake/1" })).toEqual({ outcome: { reason }, judge: "fake/1" });
  });

  it("takes ids with a model's name in the version", () => {
    expect(readJudgeResult({ outcome: { score: 1 }, judge: "llm/openai/gpt-5-mini:2026@p3" })?.judge).toBe(
      "llm/openai/gpt-5-mini:2026@p3",
    );
  });

  it("keeps the known parts of a detail, and nothing else", () => {
    const claim = {
      text: "Two years.",
      verdict: "supported",
      score: 0.9,
      chunkId: "chunk-1",
      evidence: "two years",
      flags: ["negation_mismatch"],
    };
    const detail = {
      chunks: [{ id: "chunk-1", score: 0.25 }],
      relevantChunkRatio: 0.5,
      claims: [claim],
      explanation: "because",
    };
    const value = {
      outcome: { score: 0.5, extra: 1 },
      judge: "fake/1",
      usage: { inputTokens: 3, outputTokens: 4, cost: 0.01, extra: 1 },
      detail: { ...detail, claims: [{ ...claim, extra: cyclic }], extra: cyclic },
      extra: () => undefined,
    };
    expect(readJudgeResult(value)).toEqual({
      outcome: { score: 0.5 },
      judge: "fake/1",
      usage: { inputTokens: 3, outputTokens: 4, cost: 0.01 },
      detail,
    });
  });

  it.each([
    ["chunks", { chunks: [{ id: "a", score: 2 }] }],
    ["chunks", { chunks: "all" }],
    ["claims", { claims: [{ text: "a", verdict: "maybe", score: 1, flags: [] }] }],
    ["claims", { claims: [{ text: "a", verdict: "supported", score: 1, flags: [] }, null] }],
    ["relevantChunkRatio", { relevantChunkRatio: Number.NaN }],
    ["explanation", { explanation: cyclic }],
  ])("leaves out %s that are malformed and keeps the score", (_, detail) => {
    expect(readJudgeResult({ outcome: { score: 0.5 }, judge: "fake/1", detail })).toEqual({
      outcome: { score: 0.5 },
      judge: "fake/1",
    });
  });

  it("takes claims without flags, and leaves out usage that is no amount", () => {
    const value = {
      outcome: { score: 0.5 },
      judge: "fake/1",
      usage: { inputTokens: -1, outputTokens: Number.POSITIVE_INFINITY, cost: "1" },
      detail: { claims: [{ text: "a", verdict: "contradicted", score: 0 }] },
    };
    expect(readJudgeResult(value)).toEqual({
      outcome: { score: 0.5 },
      judge: "fake/1",
      detail: { claims: [{ text: "a", verdict: "contradicted", score: 0, flags: [] }] },
    });
  });

  it("makes 0 of -0", () => {
    const value = { outcome: { score: -0 }, judge: "fake/1", usage: { cost: -0 }, detail: { relevantChunkRatio: -0 } };
    expect(readJudgeResult(value)).toEqual({
      outcome: { score: 0 },
      judge: "fake/1",
      usage: { cost: 0 },
      detail: { relevantChunkRatio: 0 },
    });
  });

  it("never throws, and what it returns is plain JSON", () => {
    const junk = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withTypedArray: true,
    });
    const value = fc.oneof(
      junk,
      fc.record({ outcome: junk, judge: junk, usage: junk, detail: junk }),
      fc.record({
        outcome: fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }) }),
        judge: fc.constant("fake/1"),
        usage: fc.record({ inputTokens: junk, cost: junk }),
        detail: fc.record({ claims: fc.array(junk), chunks: junk, explanation: junk }),
      }),
    );
    const check = (): void =>
      fc.assert(
        fc.property(value, (given) => {
          const result = readJudgeResult(given);
          return result === undefined || isDeepStrictEqual(JSON.parse(JSON.stringify(result)), result);
        }),
      );
    expect(check).not.toThrow();
  });
});

describe("readJudgeResult: what a judge notes beside its score", () => {
  const base = { outcome: { score: 0.5 }, judge: "fake/1" };
  const warning = { code: "self_preference", message: "The same family." };

  it("keeps findings, shadows and warnings, as fresh plain JSON", () => {
    const notes = {
      findings: { fabricated_quote: 2, missing_claim: 1, delimiter_in_data: 3 },
      shadows: [{ judge: "llm/1+gpt-5", score: 0.12345 }],
      warnings: [warning],
    };
    const read = readJudgeResult({ ...base, ...notes });
    expect(read).toEqual({ ...base, ...notes, shadows: [{ judge: "llm/1+gpt-5", score: 0.1235 }] });
    expect(JSON.parse(JSON.stringify(read))).toEqual(read);
  });

  it.each([
    ["an unknown finding", { findings: { what_is_the_warranty: 1 } }],
    ["a finding that is no count", { findings: { missing_claim: 0.5, fabricated_quote: -1, delimiter_in_data: "3" } }],
    ["a count beyond all reason", { findings: { missing_claim: 1e9 } }],
    ["findings that are no object", { findings: 5 }],
    ["shadows that are no list", { shadows: { judge: "a/1", score: 0.5 } }],
    ["a shadow with no score", { shadows: [{ judge: "a/1" }] }],
    ["a shadow's score outside the scale", { shadows: [{ judge: "a/1", score: 1.5 }] }],
    ["a shadow without an id", { shadows: [{ judge: "the query", score: 0.5 }] }],
    ["an unknown warning", { warnings: [{ code: "telemetry_failed", message: "x" }] }],
    ["a warning without words", { warnings: [{ code: "self_preference" }] }],
    ["warnings that are no list", { warnings: warning }],
  ])("leaves out %s", (_, notes) => {
    expect(readJudgeResult({ ...base, ...notes })).toEqual(base);
  });

  it("cuts the message of a warning", () => {
    const long = { ...warning, message: "x".repeat(5_000) };
    expect(readJudgeResult({ ...base, warnings: [long] })?.warnings?.[0]?.message).toHaveLength(1_000);
  });
});

describe("soundResult", () => {
  const judge: Judge = {
    metric: "groundedness",
    name: "a",
    version: "1",
    thresholds: { warning: 0.8, page: 0.7 },
    judge: () => Promise.reject(new Error("not asked")),
  };
  const combined: Judge = { ...judge, name: "combined", members: [judge] };

  it("takes a result of the judge or a member of it, and of no other", () => {
    const result = { outcome: { score: 0.5 }, judge: "a/1" };
    expect(soundResult(combined, result)).toEqual(result);
    expect(soundResult(combined, { ...result, judge: "combined/1" })).toBeDefined();
    expect(soundResult(combined, { ...result, judge: "b/1" })).toBeUndefined();
    expect(soundResult(judge, { ...result, judge: "combined/1" })).toBeUndefined();
  });

  it("leaves out shadows that are no members", () => {
    const result = { outcome: { score: 0.5 }, judge: "a/1" };
    const shadows = [
      { judge: "a/1", score: 0.5 },
      { judge: "b/1", score: 0.5 },
    ];
    expect(soundResult(combined, { ...result, shadows })).toEqual({ ...result, shadows: [shadows[0]] });
    expect(soundResult(combined, { ...result, shadows: [shadows[1]] })).toEqual(result);
  });
});
