import { describe, expect, it } from "vitest";
import { isSampled } from "../../../../src/core/sampling.ts";
import type { JudgeSet } from "../../../../src/core/judge.ts";
import { shadow } from "../../../../src/judge/combine/shadow.ts";
import { split } from "../../../../src/judge/combine/split.ts";
import { answeringJudge, setOf } from "../../../helpers/answering-judge.ts";
import { groundednessOf, scoreWith } from "./score-with.ts";

const both = (name: string): JudgeSet =>
  setOf(answeringJudge(name, 0.5), answeringJudge(name, 0.5, { metric: "answer_relevance" }));
const ids = Array.from({ length: 400 }, (_, index) => `request-${index}`);

/** Which judge scores groundedness, by id. */
async function choices(judges: JudgeSet): Promise<readonly string[]> {
  const results = await Promise.all(ids.map((id) => scoreWith(judges, { id })));
  return results.map((result) => result.groundedness?.judge ?? "none");
}

const shareOf = (chosen: readonly string[], judge: string): number =>
  chosen.filter((one) => one === judge).length / chosen.length;

describe("split", () => {
  it("gives the share to one set and the rest to the other, the same way every time", async () => {
    const judges = () => split({ a: both("exact"), b: both("cheap"), ratio: 0.3 });
    const chosen = await choices(judges());
    expect(shareOf(chosen, "exact/1")).toBeGreaterThan(0.24);
    expect(shareOf(chosen, "exact/1")).toBeLessThan(0.36);
    expect(shareOf(chosen, "exact/1") + shareOf(chosen, "cheap/1")).toBe(1);
    expect(await choices(judges())).toEqual(chosen);
  });

  it("sends all metrics of an interaction the same way", async () => {
    const judges = split({ a: both("exact"), b: both("cheap"), ratio: 0.5 });
    for (const id of ids.slice(0, 50)) {
      const result = await scoreWith(judges, { id });
      expect(result.answer_relevance?.judge).toBe(result.groundedness?.judge);
    }
  });

  it.each([
    [0, "cheap/1"],
    [1, "exact/1"],
  ])("at %d everything goes to one", async (ratio, judge) => {
    expect(shareOf(await choices(split({ a: both("exact"), b: both("cheap"), ratio })), judge)).toBe(1);
  });

  it("leaves a metric that the first set does not judge to the second alone", async () => {
    const judges = split({ a: setOf(answeringJudge("exact", 1)), b: both("cheap"), ratio: 1 });
    const result = await scoreWith(judges);
    expect(result.groundedness?.judge).toBe("exact/1");
    expect(result.answer_relevance?.judge).toBe("cheap/1");
    expect(judges.answer_relevance?.name).toBe("cheap");
  });

  it("nests: what is drawn inside does not depend on what was drawn outside", async () => {
    const inner = split({ a: both("two"), b: both("three"), ratio: 0.5 });
    const chosen = await choices(split({ a: both("one"), b: inner, ratio: 0.5 }));
    for (const [judge, share] of [
      ["one/1", 0.5],
      ["two/1", 0.25],
      ["three/1", 0.25],
    ] as const) {
      expect(Math.abs(shareOf(chosen, judge) - share)).toBeLessThan(0.08);
    }
  });

  it("is drawn apart from sampling, and from shadows of the same judges", async () => {
    const shadowed = shadow({ primary: both("exact"), shadow: both("cheap"), ratio: 0.5 });
    const chosen = await choices(split({ a: both("exact"), b: both("cheap"), ratio: 0.5 }));
    const sampled = ids.map((id) => isSampled(id, 0.5));
    const compared = await Promise.all(
      ids.map(async (id) => (await scoreWith(shadowed, { id })).groundedness?.shadows !== undefined),
    );
    const exact = chosen.map((judge) => judge === "exact/1");
    for (const [one, other] of [
      [exact, sampled],
      [exact, compared],
      [sampled, compared],
    ] as const) {
      // Independent halves meet in a quarter: 100 of 400, standard deviation 8.7.
      const together = one.filter((isIn, index) => isIn && other[index]).length;
      expect(together).toBeGreaterThan(65);
      expect(together).toBeLessThan(135);
    }
  });

  it("has both as members, so that a score is under its own judge's thresholds", () => {
    const judges = split({ a: both("exact"), b: both("cheap"), ratio: 0.5 });
    expect(groundednessOf(judges)).toMatchObject({ name: "split", version: "1", metric: "groundedness" });
    expect(groundednessOf(judges).members?.map(({ name }) => name)).toEqual(["exact", "cheap"]);
  });

  it.each([
    [{ a: both("a"), b: both("b"), ratio: -0.1 }, /`split\.ratio`.*from 0 to 1.*`-0.1`/],
    [{ a: both("a"), b: both("b"), ratio: 1.1 }, /`split\.ratio`/],
    [{ a: both("a"), b: both("b"), ratio: Number.NaN }, /`split\.ratio`.*`NaN`/],
    [{ a: both("a"), b: both("b"), ratio: "0.5" }, /`split\.ratio`.*\(string\)/],
    [{ a: both("a"), b: both("b") }, /`split\.ratio`.*missing/],
    [{ a: both("a"), ratio: 0.5 }, /`split\.b`/],
    [{ a: {}, b: both("b"), ratio: 0.5 }, /`split\.a`.*at least one judge/],
    [{ a: both("a"), b: setOf(answeringJudge("b", 1)), ratio: 0.5 }, /`split\.a`.*not so: answer_relevance/],
    [{ a: both("a"), b: both("b"), ratio: 0.5, share: 1 }, /`split\.share`/],
    [
      {
        a: setOf(answeringJudge("a", 1)),
        b: setOf(answeringJudge("a", 1, { thresholds: { warning: 0.5, page: 0.4 } })),
        ratio: 0.5,
      },
      /has two/,
    ],
    [undefined, /`split`.*an object/],
  ])("refuses %j", (options, message) => {
    expect(() => split(options as never)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringMatching(message) }),
    );
  });
});
