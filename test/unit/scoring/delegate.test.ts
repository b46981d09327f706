import { describe, expect, it } from "vitest";
import { JudgeFailure, judgeFailureReasons } from "../../../src/core/judge-failure.ts";
import type { Judge, JudgeContext, JudgeResult } from "../../../src/core/judge.ts";
import { callsOf, type MetricResult } from "../../../src/core/scoring-job.ts";
import { abortReason } from "../../../src/scoring/abort-reason.ts";
import { scoreInteraction } from "../../../src/scoring/score-interaction.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { anInteraction } from "../../fixtures/judges/interactions.ts";
import { answeringJudge, setOf, untilAborted, waits } from "../../helpers/answering-judge.ts";
import { evenRandom } from "../../helpers/judge-context.ts";

type Work = (context: JudgeContext) => Promise<JudgeResult>;

/** A judge that asks others. */
function asking(members: readonly Judge[], work: Work, name = "asking"): Judge {
  return { ...answeringJudge(name, 0), members, judge: (_, context) => work(context) };
}

function setUp(judge: Judge, options: { readonly deadlineMs?: number } = {}) {
  const clock = createManualClock();
  const abort = new AbortController();
  let result: MetricResult | undefined;
  const scoring = scoreInteraction({
    interaction: anInteraction(),
    metrics: [judge.metric],
    judges: setOf(judge),
    signal: abort.signal,
    clock,
    random: evenRandom,
    ...options,
  }).then((results) => void (result = results[judge.metric]));
  return { clock, abort, scoring, get: () => result };
}

async function score(judge: Judge): Promise<MetricResult | undefined> {
  const { scoring, get, clock } = setUp(judge);
  await clock.advance(60_000);
  await scoring;
  return get();
}

describe("a judge's failure", () => {
  it.each(judgeFailureReasons)("that is foreseen is its reason: %s", async (reason) => {
    const failure = new JudgeFailure(reason, "canary: the query", { code: "http_503" });
    expect(await score(answeringJudge("a", failure))).toEqual({
      outcome: { reason },
      judge: "a/1",
      judgeSeconds: 0,
      errorType: "http_503",
    });
  });

  it("of another copy of the package is understood too", async () => {
    const foreign = Object.assign(new Error("canary"), {
      isJudgeFailure: true,
      reason: "rate_limited",
      code: "http_429",
    });
    expect(await score(answeringJudge("a", foreign))).toMatchObject({
      outcome: { reason: "rate_limited" },
      errorType: "http_429",
    });
  });

  it.each([
    ["with an unknown reason", Object.assign(new Error("x"), { isJudgeFailure: true, reason: "no_query" })],
    [
      "with a reason that is no text",
      Object.assign(new Error("x"), { isJudgeFailure: true, reason: ["rate_limited"] }),
    ],
    [
      "that throws when looked at",
      Object.defineProperty(new Error("x"), "isJudgeFailure", {
        get: () => {
          throw new Error("no");
        },
      }),
    ],
    ["that was not foreseen", new Error("x")],
  ])("%s is `judge_error`", async (_, error) => {
    expect((await score(answeringJudge("a", error)))?.outcome).toEqual({ reason: "judge_error" });
  });

  it("has a code that may be a label, or none of its own", async () => {
    const failure = new JudgeFailure("over_budget", "x", { code: "the query: what is 5?" });
    expect((await score(answeringJudge("a", failure)))?.errorType).toBe("JudgeFailure");
  });
});

describe("delegate", () => {
  it("asks a member under its own id, and counts its time, usage and findings once", async () => {
    const usage = { inputTokens: 10, outputTokens: 2, cost: 0.5 };
    const member = answeringJudge("m", async (_, context) => {
      await waits(context, 1_500);
      return { outcome: { score: 0.9 }, usage, findings: { missing_claim: 2 }, detail: { explanation: "because" } };
    });
    const seen: JudgeResult[] = [];
    const judge = asking([member], async ({ delegate }) => {
      const result = await delegate(member, anInteraction());
      seen.push(result);
      return result;
    });
    const result = await score(judge);
    expect(seen).toEqual([{ outcome: { score: 0.9 }, judge: "m/1", detail: { explanation: "because" } }]);
    expect(result).toEqual({
      outcome: { score: 0.9 },
      judge: "m/1",
      detail: { explanation: "because" },
      usage,
      findings: { missing_claim: 2 },
      judgeSeconds: 1.5,
      calls: [{ judge: "m/1", seconds: 1.5, usage, findings: { missing_claim: 2 } }],
    });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it("never rejects: a failure is a result with its reason, recorded under the member's id", async () => {
    const failing = answeringJudge("f", new JudgeFailure("circuit_open", "x"));
    const nonsense: Judge = { ...answeringJudge("n", 0), judge: async () => "0.5" as never };
    const throwing: Judge = {
      ...answeringJudge("t", 0),
      judge: () => {
        throw new RangeError("canary");
      },
    };
    const results: JudgeResult[] = [];
    const members = [failing, nonsense, throwing];
    const judge = asking(members, async ({ delegate }) => {
      for (const member of members) results.push(await delegate(member, anInteraction()));
      return { outcome: { score: 1 }, judge: "asking/1" };
    });
    const result = await score(judge);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      { reason: "circuit_open" },
      { reason: "judge_invalid_output" },
      { reason: "judge_error" },
    ]);
    expect(result?.outcome).toEqual({ score: 1 });
    expect(result?.errorType).toBeUndefined();
    expect(result?.calls).toEqual([
      { judge: "f/1", seconds: 0, reason: "circuit_open", errorType: "circuit_open" },
      { judge: "n/1", seconds: 0, reason: "judge_invalid_output" },
      { judge: "t/1", seconds: 0, reason: "judge_error", errorType: "RangeError" },
    ]);
  });

  it("gives the metric the class of error of the member whose failure is its result", async () => {
    const failing = answeringJudge("f", new JudgeFailure("rate_limited", "x", { code: "http_429" }));
    const judge = asking([failing], ({ delegate }) => delegate(failing, anInteraction()));
    expect(await score(judge)).toMatchObject({
      outcome: { reason: "rate_limited" },
      judge: "f/1",
      errorType: "http_429",
    });
  });

  it("counts what the asking judge used itself under its own id, without the members' time", async () => {
    const member = answeringJudge("m", { outcome: { score: 0.5 }, usage: { cost: 1 } });
    const judge = asking([member], async ({ delegate, clock }) => {
      await waits({ clock } as JudgeContext, 100);
      await delegate(member, anInteraction());
      return { outcome: { score: 0.7 }, judge: "asking/1", usage: { cost: 2 } };
    });
    const result = await score(judge);
    expect(result).toMatchObject({ judge: "asking/1", usage: { cost: 3 }, judgeSeconds: 0.1 });
    expect(result?.calls).toEqual([
      { judge: "asking/1", usage: { cost: 2 } },
      { judge: "m/1", seconds: 0, usage: { cost: 1 } },
    ]);
  });

  it("goes down through combined judges: the leaves are recorded, each once", async () => {
    const leaf = answeringJudge("leaf", { outcome: { score: 0.5 }, usage: { cost: 1 } });
    const middle = asking([leaf], ({ delegate }) => delegate(leaf, anInteraction()), "middle");
    const top = asking([middle], ({ delegate }) => delegate(middle, anInteraction()), "top");
    expect(await score(top)).toMatchObject({
      judge: "leaf/1",
      usage: { cost: 1 },
      calls: [{ judge: "leaf/1", seconds: 0, usage: { cost: 1 } }],
    });
  });

  it("asks nobody whose preconditions do not hold", async () => {
    const member = answeringJudge("m", 0.5);
    const judge = asking([member], ({ delegate }) => delegate(member, anInteraction({ answer: "" })));
    expect(await score(judge)).toMatchObject({ outcome: { reason: "empty_answer" }, judge: "m/1" });
    expect(member.asked).toEqual([]);
  });

  it("asks nobody that the judge does not name as its member: ids are labels, and bounded", async () => {
    const stranger = answeringJudge("stranger", 0.5);
    const judge = asking([], ({ delegate }) => delegate(stranger, anInteraction()));
    expect(await score(judge)).toMatchObject({ outcome: { reason: "judge_error" }, errorType: "TypeError" });
    expect(stranger.asked).toEqual([]);
  });

  it("refuses a member's result that names another judge", async () => {
    const member = answeringJudge("m", { outcome: { score: 0.5 }, judge: "asking/1" });
    const judge = asking([member], ({ delegate }) => delegate(member, anInteraction()));
    expect((await score(judge))?.outcome).toEqual({ reason: "judge_invalid_output" });
  });

  it("shares what was read of an interaction with the members, and not with another interaction", async () => {
    const shared: unknown[] = [];
    const member = answeringJudge("m", (_, context) => {
      shared.push(context.shared);
      return 0.5;
    });
    let own: unknown;
    const judge: Judge = {
      ...answeringJudge("asking", 0),
      members: [member],
      async judge(interaction, context) {
        own = context.shared;
        await context.delegate(member, interaction);
        return context.delegate(member, { ...interaction });
      },
    };
    await score(judge);
    expect(shared[0]).toBe(own);
    expect(shared[1]).not.toBe(own);
  });

  it("gives members the deadline, the slice, the clock and chance", async () => {
    const contexts: JudgeContext[] = [];
    const member = answeringJudge("m", (_, context) => (contexts.push(context), 0.5));
    const judge = asking([member], async ({ delegate }) => {
      await delegate(member, anInteraction());
      return delegate(member, anInteraction(), { timeoutMs: 400 });
    });
    const { scoring, clock } = setUp(judge, { deadlineMs: 1_000 });
    await clock.advance(0);
    await scoring;
    expect(contexts.map(({ deadlineMs }) => deadlineMs)).toEqual([1_000, 400]);
    expect(contexts.every((context) => context.clock === clock && context.random === evenRandom)).toBe(true);
  });
});

describe("time", () => {
  it("ends a member that takes longer than it may, deaf or not, and nothing else", async () => {
    const deaf = answeringJudge("deaf", () => new Promise<never>(() => undefined));
    const other = answeringJudge("other", 0.9);
    const judge = asking([deaf, other], async ({ delegate }) => {
      const { outcome } = await delegate(deaf, anInteraction(), { timeoutMs: 300 });
      expect(outcome).toEqual({ reason: "judge_timeout" });
      return delegate(other, anInteraction());
    });
    const result = await score(judge);
    expect(result).toMatchObject({ outcome: { score: 0.9 }, judgeSeconds: 0.3 });
    expect(result?.calls).toEqual([
      { judge: "deaf/1", seconds: 0.3, reason: "judge_timeout" },
      { judge: "other/1", seconds: 0 },
    ]);
  });

  it("aborts the member's signal with its time, its own signal, or the whole judging", async () => {
    const causes: unknown[] = [];
    const member = answeringJudge("m", async (_, context) => {
      await untilAborted(context).catch((reason: { code?: string }) => causes.push(reason.code));
      return 0.5;
    });
    const own = new AbortController();
    const judge = asking([member], async ({ delegate }) => {
      await delegate(member, anInteraction(), { timeoutMs: 100 });
      const second = delegate(member, anInteraction(), { signal: own.signal });
      own.abort(abortReason("shutdown"));
      expect((await second).outcome).toEqual({ reason: "shutdown" });
      return delegate(member, anInteraction(), { timeoutMs: 5_000 });
    });
    const { clock, abort, get, scoring } = setUp(judge);
    await clock.advance(200);
    abort.abort(abortReason("judge_timeout"));
    await clock.advance(0);
    await scoring;
    expect(causes).toEqual(["judge_timeout", "shutdown", "judge_timeout"]);
    expect(get()?.outcome).toEqual({ reason: "judge_timeout" });
    expect(clock.scheduled).toBe(0);
  });

  it("counts members that are in flight when time is up, once, with the time they took", async () => {
    const member = answeringJudge("m", () => new Promise<never>(() => undefined));
    const deafParent = asking([member], async ({ delegate }) => {
      await delegate(member, anInteraction());
      return new Promise(() => undefined);
    });
    const { clock, abort, get, scoring } = setUp(deafParent);
    await clock.advance(2_000);
    abort.abort(abortReason("shutdown"));
    await clock.advance(0);
    await scoring;
    expect(get()).toEqual({
      outcome: { reason: "shutdown" },
      judge: "asking/1",
      judgeSeconds: 2,
      calls: [{ judge: "m/1", seconds: 2, reason: "shutdown" }],
    });
  });

  it("lets a judge hand in what a member has said when the time is up", async () => {
    const quick = answeringJudge("quick", 0.9);
    const slow = answeringJudge("slow", () => new Promise<never>(() => undefined));
    const judge = asking([quick, slow], async ({ delegate }) => {
      const first = await delegate(quick, anInteraction());
      await delegate(slow, anInteraction());
      return first;
    });
    const { clock, abort, get, scoring } = setUp(judge);
    await clock.advance(1_000);
    abort.abort(abortReason("judge_timeout"));
    await clock.advance(0);
    await scoring;
    expect(get()?.outcome).toEqual({ score: 0.9 });
  });

  it("ends what is still being asked when the asking judge is done", async () => {
    let isEnded = false;
    const slow = answeringJudge("slow", async (_, context) => {
      await untilAborted(context).catch(() => (isEnded = true));
      return 0.5;
    });
    const late = answeringJudge("late", 0.5);
    let afterwards: unknown;
    const judge = asking([slow, late], async ({ delegate, clock }) => {
      void delegate(slow, anInteraction());
      clock.schedule(() => void delegate(late, anInteraction()).then((given) => (afterwards = given)), 10);
      return { outcome: { score: 1 }, judge: "asking/1" };
    });
    const { clock, scoring, get } = setUp(judge);
    await clock.advance(100);
    await scoring;
    const result = get();
    expect(isEnded).toBe(true);
    expect(afterwards).toEqual({ outcome: { reason: "judge_timeout" }, judge: "late/1" });
    expect(late.asked).toEqual([]);
    expect(result).toMatchObject({ outcome: { score: 1 }, calls: [{ judge: "slow/1", reason: "judge_timeout" }] });
  });
});

describe("note", () => {
  it("adds up, and counts even if the judge fails later", async () => {
    const judge = answeringJudge("a", (_, { note }) => {
      note({ usage: { inputTokens: 3, cost: 1 }, warnings: [{ code: "cost_unknown", message: "no price" }] });
      note({ usage: { inputTokens: 4 }, findings: { fabricated_quote: 1 } });
      note(null as never);
      return new JudgeFailure("judge_invalid_output", "x");
    });
    expect(await score(judge)).toEqual({
      outcome: { reason: "judge_invalid_output" },
      judge: "a/1",
      usage: { inputTokens: 7, cost: 1 },
      findings: { fabricated_quote: 1 },
      warnings: [{ code: "cost_unknown", message: "no price" }],
      judgeSeconds: 0,
      errorType: "judge_invalid_output",
    });
  });

  it("adds to what the result says", async () => {
    const judge = answeringJudge("a", (_, { note }) => {
      note({ usage: { cost: 1 } });
      return { outcome: { score: 0.5 }, usage: { cost: 2 } };
    });
    expect((await score(judge))?.usage).toEqual({ cost: 3 });
  });

  it("counts of a judge that is cut short, and not after that", async () => {
    let late: (() => void) | undefined;
    const judge = answeringJudge("a", (_, { note }) => {
      note({ usage: { cost: 1 } });
      late = () => note({ usage: { cost: 100 } });
      return new Promise<never>(() => undefined);
    });
    const { clock, abort, get, scoring } = setUp(judge);
    await clock.advance(10);
    abort.abort(abortReason("judge_timeout"));
    await scoring;
    late?.();
    expect(get()?.usage).toEqual({ cost: 1 });
  });

  it("keeps one warning a code of all the judges that were asked", async () => {
    const warning = { code: "self_preference", message: "first" } as const;
    const a = answeringJudge("a", { outcome: { reason: "judge_error" }, warnings: [warning] });
    const b = answeringJudge("b", { outcome: { score: 1 }, warnings: [{ ...warning, message: "second" }] });
    const judge = asking([a, b], async ({ delegate }) => {
      await delegate(a, anInteraction());
      return delegate(b, anInteraction());
    });
    expect((await score(judge))?.warnings).toEqual([warning]);
  });
});

it("what is recorded of a judge that asks nobody is its own", async () => {
  const result = await score(answeringJudge("a", { outcome: { reason: "refusal" }, usage: { cost: 1 } }));
  expect(result?.calls).toBeUndefined();
  expect(callsOf(result as MetricResult)).toEqual([
    { judge: "a/1", seconds: 0, usage: { cost: 1 }, reason: "refusal" },
  ]);
});
