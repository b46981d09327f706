import { describe, expect, it } from "vitest";
import { fallback } from "../../../../src/judge/combine/fallback.ts";
import { route } from "../../../../src/judge/combine/route.ts";
import { answeringJudge, setOf } from "../../../helpers/answering-judge.ts";
import { groundednessOf, scoreWith } from "./score-with.ts";

const usual = setOf(answeringJudge("usual", 0.5), answeringJudge("usual", 0.6, { metric: "answer_relevance" }));
const exact = setOf(answeringJudge("exact", 0.9));
const slice = (intentClass: string) => ({ pipeline: "p", intentClass, modelVersion: "m" });

describe("route", () => {
  it("judges each intent class with its judges, every other with the default's", async () => {
    const judges = route({ byIntentClass: { billing: exact, legal: exact }, default: usual });
    const judgeFor = async (intentClass: string) =>
      (await scoreWith(judges, { slice: slice(intentClass) })).groundedness?.judge;
    expect(await Promise.all(["billing", "legal", "small_talk", "unknown", "constructor"].map(judgeFor))).toEqual([
      "exact/1",
      "exact/1",
      "usual/1",
      "usual/1",
      "usual/1",
    ]);
  });

  it("takes the default's judge for a metric that a class leaves out", async () => {
    const judges = route({ byIntentClass: { billing: exact }, default: usual });
    expect(judges.answer_relevance).toBe(usual.answer_relevance);
    expect((await scoreWith(judges, { slice: slice("billing") })).answer_relevance?.judge).toBe("usual/1");
  });

  it("uses the default outside a triad, where there is no intent class", async () => {
    const judges = route({ byIntentClass: { unknown: exact }, default: usual });
    expect((await scoreWith(judges)).groundedness?.judge).toBe("usual/1");
  });

  it("has every judge it may use as a member, each once", () => {
    const judges = route({ byIntentClass: { billing: exact, legal: exact }, default: usual });
    expect(groundednessOf(judges).members?.map(({ name }) => name)).toEqual(["usual", "exact"]);
  });

  it("nests", async () => {
    const safe = fallback(setOf(answeringJudge("down", "circuit_open")), exact);
    const judges = fallback(route({ byIntentClass: { billing: safe }, default: usual }), usual);
    expect((await scoreWith(judges, { slice: slice("billing") })).groundedness).toMatchObject({ judge: "exact/1" });
  });

  it.each([
    [{ byIntentClass: {}, default: usual }, /`route\.byIntentClass`.*at least one/],
    [{ default: usual }, /`route\.byIntentClass`/],
    [{ byIntentClass: { billing: exact } }, /`route\.default`/],
    [{ byIntentClass: { "what is it?": exact }, default: usual }, /`route\.byIntentClass`.*intent class/],
    [{ byIntentClass: { billing: {} }, default: usual }, /`route\.byIntentClass\.billing`.*at least one judge/],
    [
      { byIntentClass: { billing: setOf(answeringJudge("tone", 1, { metric: "criteria.tone" })) }, default: usual },
      /`route\.byIntentClass\.billing`.*not so: criteria\.tone/,
    ],
    [
      {
        byIntentClass: { billing: setOf(answeringJudge("usual", 1, { thresholds: { warning: 0.5, page: 0.4 } })) },
        default: usual,
      },
      /usual\/1 of groundedness has two/,
    ],
    [{ byIntentClass: { billing: exact }, default: usual, other: 1 }, /`route\.other`/],
  ])("refuses %j", (options, message) => {
    expect(() => route(options as never)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringMatching(message) }),
    );
  });
});
