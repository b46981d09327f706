import { describe, expect, it } from "vitest";
import type { Interaction } from "../../../src/core/interaction.ts";
import type { Judge, JudgeContext } from "../../../src/core/judge.ts";
import { triadMetrics, type MetricId } from "../../../src/core/metric.ts";
import { literatureThresholds } from "../../../src/core/thresholds.ts";
import { abortReason } from "../../../src/scoring/abort-reason.ts";
import { scoreInteraction } from "../../../src/scoring/score-interaction.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { anInteraction } from "../../fixtures/judges/interactions.ts";
import { evenRandom } from "../../helpers/judge-context.ts";

type Judging = (interaction: Interaction, context: JudgeContext) => unknown;

function judging(metric: MetricId, judge: Judging): Judge {
  return {
    metric,
    name: "fake",
    version: "2",
    thresholds: literatureThresholds.groundedness,
    judge: judge as Judge["judge"],
  };
}

function never(error: Error): never {
  throw error;
}

const good = () => Promise.resolve({ outcome: { score: 0.5 }, judge: "fake/2" });

function setUp(judgings: Partial<Record<MetricId, Judging>>) {
  const clock = createManualClock();
  const abort = new AbortController();
  const judges = Object.fromEntries(
    Object.entries<Judging | undefined>(judgings).map(([metric, judge]) => [metric, judging(metric, judge ?? good)]),
  );
  const score = (
    changes: Partial<Interaction> = {},
    metrics: readonly MetricId[] = triadMetrics,
    pause?: JudgeContext["pause"],
  ) =>
    scoreInteraction({
      interaction: anInteraction(changes),
      metrics,
      judges,
      signal: abort.signal,
      clock,
      random: evenRandom,
      pause,
    });
  return { clock, abort, score };
}

describe("scoreInteraction", () => {
  it("scores the metrics that were asked for and have a judge", async () => {
    const { score } = setUp({ groundedness: good, answer_relevance: good });
    expect(await score({}, ["groundedness", "context_relevance"])).toEqual({
      groundedness: { outcome: { score: 0.5 }, judge: "fake/2", judgeSeconds: 0 },
    });
  });

  it("takes a judge from the set itself, never from its prototype", async () => {
    const { score } = setUp({ groundedness: good });
    expect(await score({}, ["constructor", "toString", "__proto__"])).toEqual({});
  });

  it("rounds scores to 4 decimals", async () => {
    const { score } = setUp({ groundedness: async () => ({ outcome: { score: 0.123456 }, judge: "fake/2" }) });
    expect((await score()).groundedness?.outcome).toEqual({ score: 0.1235 });
  });

  it("does not ask a judge whose preconditions are not met, and says so without a duration", async () => {
    const asked: string[] = [];
    const ask = (metric: string) => () => {
      asked.push(metric);
      return good();
    };
    const { score } = setUp({
      context_relevance: ask("context_relevance"),
      groundedness: ask("groundedness"),
      answer_relevance: ask("answer_relevance"),
    });
    expect(await score({ query: null, answer: " " })).toEqual({
      context_relevance: { outcome: { reason: "no_query" }, judge: "fake/2" },
      groundedness: { outcome: { reason: "empty_answer" }, judge: "fake/2" },
      answer_relevance: { outcome: { reason: "no_query" }, judge: "fake/2" },
    });
    expect(asked).toEqual([]);
  });

  it("is `judge_error` for an interaction that is none", async () => {
    const { score } = setUp({ context_relevance: good });
    const broken = { chunks: undefined } as unknown as Partial<Interaction>;
    expect((await score(broken)).context_relevance).toMatchObject({
      outcome: { reason: "judge_error" },
      errorType: "TypeError",
    });
  });

  it.each([
    [
      "throws",
      () => {
        throw new RangeError("canary");
      },
      "RangeError",
    ],
    [
      "rejects with a code",
      () => Promise.reject(Object.assign(new Error("canary"), { code: "ETIMEDOUT" })),
      "ETIMEDOUT",
    ],
    ["rejects with nothing", () => Promise.reject(undefined as unknown as Error), "_OTHER"],
    [
      "is a thenable that throws",
      () => Object.defineProperty({}, "then", { get: () => never(new TypeError("canary")) }),
      "TypeError",
    ],
  ])("is `judge_error` for a judge that %s, and the others are scored", async (_, judge, errorType) => {
    const { score } = setUp({ groundedness: judge, answer_relevance: good });
    const results = await score();
    expect(results.groundedness).toEqual({
      outcome: { reason: "judge_error" },
      judge: "fake/2",
      errorType,
      judgeSeconds: 0,
    });
    expect(results.answer_relevance?.outcome).toEqual({ score: 0.5 });
  });

  it("shares one map among the judges of one interaction, and no more", async () => {
    const maps: unknown[] = [];
    const remember: Judging = (_, { shared }) => {
      maps.push(shared);
      return good();
    };
    const { score } = setUp({ groundedness: remember, answer_relevance: remember });
    await score();
    await score();
    expect(maps[0]).toBe(maps[1]);
    expect(maps[2]).not.toBe(maps[0]);
  });

  it("asks the judges side by side and measures each", async () => {
    const { clock, abort } = setUp({});
    const after = (ms: number) => () =>
      new Promise((resolve) => void clock.schedule(() => resolve({ outcome: { score: 1 }, judge: "fake/2" }), ms));
    const scoring = scoreInteraction({
      interaction: anInteraction(),
      metrics: triadMetrics,
      judges: {
        groundedness: judging("groundedness", after(1_500)),
        answer_relevance: judging("answer_relevance", after(250)),
      },
      signal: abort.signal,
      clock,
      random: evenRandom,
    });
    await clock.advance(1_500);
    expect(await scoring).toMatchObject({
      groundedness: { judgeSeconds: 1.5 },
      answer_relevance: { judgeSeconds: 0.25 },
    });
  });

  it.each([
    ["judge_timeout", abortReason("judge_timeout")],
    ["judge_timeout", new Error("any other reason")],
    ["shutdown", abortReason("shutdown")],
  ] as const)("is `%s` for what is open when the signal is aborted, by its reason", async (reason, abortedWith) => {
    const heard: unknown[] = [];
    const { score, abort, clock } = setUp({
      groundedness: () => new Promise(() => undefined),
      answer_relevance: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            heard.push(signal.reason);
            reject(signal.reason);
          });
        }),
      context_relevance: good,
    });
    const scoring = score();
    await clock.advance(3_000);
    abort.abort(abortedWith);
    expect(await scoring).toEqual({
      groundedness: { outcome: { reason }, judge: "fake/2", judgeSeconds: 3 },
      answer_relevance: { outcome: { reason }, judge: "fake/2", judgeSeconds: 3 },
      context_relevance: { outcome: { score: 0.5 }, judge: "fake/2", judgeSeconds: 0 },
    });
    expect(heard).toEqual([abortedWith]);
  });

  it("asks no judge when the signal is aborted already", async () => {
    const { score, abort } = setUp({ groundedness: () => Promise.reject(new Error("asked")) });
    abort.abort(abortReason("shutdown"));
    expect(await score()).toEqual({ groundedness: { outcome: { reason: "shutdown" }, judge: "fake/2" } });
  });

  it("leaves nothing on the signal", async () => {
    const { score, abort } = setUp({ groundedness: good });
    const counts = { added: 0, removed: 0 };
    const { signal } = abort;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (counts.added++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (counts.removed++, remove(...args));
    await score();
    expect(counts).toEqual({ added: 1, removed: 1 });
  });

  it("hands the pause to the judges, and stops one that works on after the abort at its next pause", async () => {
    let steps = 0;
    const { score, abort } = setUp({
      groundedness: async (_, { pause }) => {
        for (;;) {
          steps++;
          await pause?.();
        }
      },
    });
    const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const scoring = score({}, triadMetrics, turn);
    await turn();
    abort.abort(abortReason("judge_timeout"));
    expect((await scoring).groundedness?.outcome).toEqual({ reason: "judge_timeout" });
    await turn();
    const stepsAtAbort = steps;
    await turn();
    await turn();
    expect(stepsAtAbort).toBeGreaterThan(0);
    expect(steps).toBe(stepsAtAbort);
  });

  it("gives no pause where none is needed", async () => {
    const contexts: JudgeContext[] = [];
    const { score } = setUp({ groundedness: (_, context) => (contexts.push(context), good()) });
    await score();
    expect(contexts.map((context) => "pause" in context)).toEqual([false]);
  });
});
