import { describe, expect, it } from "vitest";
import { JudgeFailure } from "../../../../src/core/judge-failure.ts";
import { unscoredReasons, type UnscoredReason } from "../../../../src/core/outcome.ts";
import { fallback } from "../../../../src/judge/combine/fallback.ts";
import { answeringJudge, setOf, waits } from "../../../helpers/answering-judge.ts";
import { groundednessOf, scoreWith } from "./score-with.ts";

const never = () => new Promise<never>(() => undefined);
const byDefault: readonly UnscoredReason[] = [
  "judge_error",
  "judge_timeout",
  "judge_invalid_output",
  "rate_limited",
  "circuit_open",
  "over_budget",
  "too_long",
];

describe("fallback", () => {
  it("leaves the second judge alone when the first one scores", async () => {
    const second = answeringJudge("second", 0.2);
    const result = await scoreWith(fallback(setOf(answeringJudge("first", 0.9)), setOf(second)));
    expect(result.groundedness).toMatchObject({ outcome: { score: 0.9 }, judge: "first/1" });
    expect(second.asked).toEqual([]);
  });

  it.each(unscoredReasons)("asks the second judge for what is a failure of the first: %s", async (reason) => {
    const judges = fallback(setOf(answeringJudge("first", reason)), setOf(answeringJudge("second", 0.2)));
    const { groundedness } = await scoreWith(judges);
    expect(groundedness).toMatchObject(
      byDefault.includes(reason)
        ? { outcome: { score: 0.2 }, judge: "second/1", calls: [{ judge: "first/1", reason }, { judge: "second/1" }] }
        : { outcome: { reason }, judge: "first/1", calls: [{ judge: "first/1", reason }] },
    );
  });

  it("takes the reasons that it is given, and only those", async () => {
    const second = setOf(answeringJudge("second", 0.2));
    const on = ["refusal"] as const;
    const refusing = await scoreWith(fallback(setOf(answeringJudge("first", "refusal")), second, { on }));
    expect(refusing.groundedness?.judge).toBe("second/1");
    const failing = await scoreWith(fallback(setOf(answeringJudge("first", "judge_error")), second, { on }));
    expect(failing.groundedness?.judge).toBe("first/1");
  });

  it("takes rejections by their reason", async () => {
    const first = setOf(answeringJudge("first", new JudgeFailure("rate_limited", "x", { code: "http_429" })));
    const { groundedness } = await scoreWith(fallback(first, setOf(answeringJudge("second", 0.2))));
    expect(groundedness).toMatchObject({
      outcome: { score: 0.2 },
      judge: "second/1",
      calls: [{ judge: "first/1", reason: "rate_limited", errorType: "http_429" }, { judge: "second/1" }],
    });
    expect(groundedness).not.toHaveProperty("errorType");
  });

  it("says what the judge asked last says when none scores", async () => {
    const judges = fallback(
      setOf(answeringJudge("first", "circuit_open")),
      setOf(answeringJudge("second", new RangeError("x"))),
    );
    expect((await scoreWith(judges)).groundedness).toMatchObject({
      outcome: { reason: "judge_error" },
      judge: "second/1",
      errorType: "RangeError",
    });
  });

  it("leaves the second judge time: a first one that hangs is given up after its share of it", async () => {
    const second = answeringJudge("second", async (_, context) => {
      await waits(context, 1_500);
      return 0.2;
    });
    const { groundedness } = await scoreWith(fallback(setOf(answeringJudge("first", never)), setOf(second)));
    expect(groundedness).toMatchObject({
      outcome: { score: 0.2 },
      judgeSeconds: 9.5,
      calls: [
        { judge: "first/1", seconds: 8, reason: "judge_timeout" },
        { judge: "second/1", seconds: 1.5 },
      ],
    });
  });

  it.each([
    [0.25, { outcome: { score: 0.2 }, calls: [{ seconds: 2.5 }, { judge: "second/1" }] }],
    [1, { outcome: { reason: "judge_timeout" }, judge: "first/1", calls: [{ judge: "first/1", seconds: 10 }] }],
  ])("gives the first judge the share %d", async (timeShare, expected) => {
    const first = setOf(answeringJudge("first", never));
    const judges = fallback(first, setOf(answeringJudge("second", 0.2)), { timeShare });
    expect((await scoreWith(judges)).groundedness).toMatchObject(expected);
  });

  it("knows no share where there is no deadline", async () => {
    const first = answeringJudge("first", async (_, context) => {
      await waits(context, 50_000);
      return 0.9;
    });
    const judges = fallback(setOf(first), setOf(answeringJudge("second", 0.2)));
    expect((await scoreWith(judges, { withoutDeadline: true })).groundedness?.outcome).toEqual({ score: 0.9 });
  });

  it("leaves a metric that one set has alone to that set", () => {
    const [a, b, c] = [
      answeringJudge("a", 0.1),
      answeringJudge("b", 0.2, { metric: "answer_relevance" }),
      answeringJudge("c", 0.3, { metric: "criteria.tone" }),
    ];
    const judges = fallback(setOf(a, b), setOf(answeringJudge("d", 0.4), c));
    expect(judges).toMatchObject({ answer_relevance: b, "criteria.tone": c });
    expect(groundednessOf(judges).members?.map(({ name }) => name)).toEqual(["a", "d"]);
  });

  it("nests: the third judge is asked when the second fails too", async () => {
    const names = ["one", "two"].map((name) => setOf(answeringJudge(name, "judge_error")));
    const last = setOf(answeringJudge("three", 0.3));
    for (const judges of [
      fallback(names[0] ?? {}, fallback(names[1] ?? {}, last)),
      fallback(fallback(names[0] ?? {}, names[1] ?? {}), last),
    ]) {
      expect((await scoreWith(judges)).groundedness).toMatchObject({
        judge: "three/1",
        calls: [{ judge: "one/1" }, { judge: "two/1" }, { judge: "three/1" }],
      });
    }
  });

  it.each([
    ["no set", () => fallback(undefined as never, setOf(answeringJudge("b", 1))), /`fallback\.first`.*judge set/],
    ["an empty set", () => fallback(setOf(answeringJudge("a", 1)), {}), /`fallback\.second`.*at least one judge/],
    ["what is no judge", () => fallback({ groundedness: {} as never }, {}), /`fallback\.first\.groundedness`.*a judge/],
    [
      "a judge under another metric",
      () => fallback({ answer_relevance: answeringJudge("a", 1) }, {}),
      /`fallback\.first\.answer_relevance\.metric`.*"answer_relevance".*"groundedness"/,
    ],
    [
      "sets with nothing in common",
      () => fallback(setOf(answeringJudge("a", 1)), setOf(answeringJudge("b", 1, { metric: "answer_relevance" }))),
      /`fallback\.second`.*a metric of the first \(groundedness\)/,
    ],
    [
      "one id with two thresholds",
      () =>
        fallback(
          setOf(answeringJudge("a", 1)),
          setOf(answeringJudge("a", 1, { thresholds: { warning: 0.5, page: 0.4 } })),
        ),
      /`fallback`.*a\/1 of groundedness has two/,
    ],
    [
      "no reasons",
      () => fallback(setOf(answeringJudge("a", 1)), {}, { on: [] }),
      /`fallback\.on`.*at least one reason/,
    ],
    [
      "unknown reasons",
      () => fallback(setOf(answeringJudge("a", 1)), {}, { on: ["judge_error", "timeout" as never] }),
      /`fallback\.on\[1\]`.*a reason \(not_sampled, .*judge_timeout.*"timeout"/,
    ],
    ["no share of time", () => fallback({}, {}, { timeShare: 0 }), /`fallback\.timeShare`.*above 0.*`0`/],
    ["a share that is none", () => fallback({}, {}, { timeShare: Number.NaN }), /`fallback\.timeShare`.*`NaN`/],
    ["an unknown option", () => fallback({}, {}, { reasons: [] } as never), /`fallback\.reasons`/],
  ])("refuses %s", (_, make, message) => {
    expect(make).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringMatching(message) }),
    );
  });
});
