import { describe, expect, it } from "vitest";
import { JudgeFailure } from "../../../../src/core/judge-failure.ts";
import { fallback } from "../../../../src/judge/combine/fallback.ts";
import { shadow } from "../../../../src/judge/combine/shadow.ts";
import { split } from "../../../../src/judge/combine/split.ts";
import { answeringJudge, setOf, waits } from "../../../helpers/answering-judge.ts";
import { scoreWith } from "./score-with.ts";

const never = () => new Promise<never>(() => undefined);
const after = (ms: number, score: number) => async (_: unknown, context: Parameters<typeof waits>[0]) => {
  await waits(context, ms);
  return score;
};
const primary = setOf(answeringJudge("primary", 0.9));

describe("shadow", () => {
  it("gives the primary's result, with the shadow's score beside it", async () => {
    const judges = shadow({ primary, shadow: setOf(answeringJudge("second", 0.4)), ratio: 1 });
    expect((await scoreWith(judges)).groundedness).toEqual({
      outcome: { score: 0.9 },
      judge: "primary/1",
      judgeSeconds: 0,
      shadows: [{ judge: "second/1", score: 0.4 }],
      calls: [
        { judge: "primary/1", seconds: 0 },
        { judge: "second/1", seconds: 0 },
      ],
    });
  });

  it("asks both at the same time", async () => {
    const judges = shadow({
      primary: setOf(answeringJudge("primary", after(3_000, 0.9))),
      shadow: setOf(answeringJudge("second", after(2_000, 0.4))),
      ratio: 1,
    });
    expect((await scoreWith(judges)).groundedness?.judgeSeconds).toBe(3);
  });

  it("asks only the primary of what is not in its share", async () => {
    const second = answeringJudge("second", 0.4);
    const judges = shadow({ primary, shadow: setOf(second), ratio: 0.25 });
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => scoreWith(judges, { id: `request-${index}` })),
    );
    const compared = results.filter((result) => result.groundedness?.shadows !== undefined).length;
    expect(compared).toBe(second.asked.length);
    expect(compared).toBeGreaterThan(30);
    expect(compared).toBeLessThan(70);
  });

  it.each([
    ["hangs", never, { reason: "judge_timeout", seconds: 8 }],
    [
      "rejects",
      new JudgeFailure("rate_limited", "x", { code: "http_429" }),
      { reason: "rate_limited", errorType: "http_429" },
    ],
    ["is broken", new TypeError("x"), { reason: "judge_error", errorType: "TypeError" }],
    ["has no score", "refusal" as const, { reason: "refusal" }],
  ])("does not change the primary's result when the shadow %s; that is only recorded", async (_, saying, call) => {
    const judges = shadow({ primary, shadow: setOf(answeringJudge("second", saying)), ratio: 1 });
    const { groundedness } = await scoreWith(judges);
    expect(groundedness).toMatchObject({ outcome: { score: 0.9 }, judge: "primary/1" });
    expect(groundedness).not.toHaveProperty("shadows");
    expect(groundedness).not.toHaveProperty("errorType");
    expect(groundedness?.calls).toMatchObject([{ judge: "primary/1" }, { judge: "second/1", ...call }]);
  });

  it("does not wait for the shadow beyond its time", async () => {
    const judges = shadow({ primary, shadow: setOf(answeringJudge("second", never)), ratio: 1, timeoutMs: 250 });
    expect((await scoreWith(judges)).groundedness).toMatchObject({ outcome: { score: 0.9 }, judgeSeconds: 0.25 });
  });

  it("loses no primary score when the deadline passes before the shadow's time does", async () => {
    const judges = shadow({ primary, shadow: setOf(answeringJudge("second", never)), ratio: 1, timeoutMs: 60_000 });
    expect((await scoreWith(judges)).groundedness).toMatchObject({
      outcome: { score: 0.9 },
      judge: "primary/1",
      judgeSeconds: 10,
    });
  });

  it("does not wait for the shadow at all when there is nothing to compare it with", async () => {
    const judges = shadow({
      primary: setOf(answeringJudge("primary", "refusal")),
      shadow: setOf(answeringJudge("second", never)),
      ratio: 1,
    });
    expect((await scoreWith(judges)).groundedness).toMatchObject({ outcome: { reason: "refusal" }, judgeSeconds: 0 });
  });

  it("leaves metrics that the shadow does not judge as they are", async () => {
    const other = answeringJudge("primary", 0.8, { metric: "answer_relevance" });
    const judges = shadow({
      primary: { ...primary, ...setOf(other) },
      shadow: setOf(answeringJudge("second", 0.4)),
      ratio: 1,
    });
    expect(judges.answer_relevance).toBe(other);
  });

  it("nests: with fallbacks, splits and shadows inside, every comparison is kept", async () => {
    const failing = setOf(answeringJudge("failing", "judge_error"));
    const [two, three] = ["two", "three"].map((name, index) => setOf(answeringJudge(name, 0.2 + index / 10)));
    const judges = shadow({
      primary: shadow({ primary: fallback(failing, primary), shadow: two ?? {}, ratio: 1 }),
      shadow: split({ a: three ?? {}, b: failing, ratio: 1 }),
      ratio: 1,
    });
    expect((await scoreWith(judges)).groundedness).toMatchObject({
      outcome: { score: 0.9 },
      judge: "primary/1",
      shadows: [
        { judge: "two/1", score: 0.2 },
        { judge: "three/1", score: 0.3 },
      ],
    });
  });

  it.each([
    [{ primary, shadow: primary, ratio: 2 }, /`shadow\.ratio`.*`2`/],
    [{ primary, shadow: primary }, /`shadow\.ratio`/],
    [{ primary, shadow: primary, ratio: 1, timeoutMs: 0 }, /`shadow\.timeoutMs`.*from 1 to 600000/],
    [{ primary, shadow: primary, ratio: 1, timeoutMs: 1.5 }, /`shadow\.timeoutMs`/],
    [{ primary, ratio: 1 }, /`shadow\.shadow`/],
    [{ shadow: primary, ratio: 1 }, /`shadow\.primary`/],
    [
      { primary, shadow: setOf(answeringJudge("s", 1, { metric: "answer_relevance" })), ratio: 1 },
      /`shadow\.shadow`.*not so: answer_relevance/,
    ],
    [
      {
        primary,
        shadow: setOf(answeringJudge("primary", 1, { thresholds: { warning: 0.5, page: 0.4 } })),
        ratio: 1,
      },
      /primary\/1 of groundedness has two/,
    ],
  ])("refuses %j", (options, message) => {
    expect(() => shadow(options as never)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringMatching(message) }),
    );
  });
});
