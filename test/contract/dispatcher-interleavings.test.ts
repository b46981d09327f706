import fc from "fast-check";
import { expect, it } from "vitest";
import type { CpuAnswer, CpuExecutor } from "../../src/core/cpu-executor.ts";
import type { Judge, JudgeSet } from "../../src/core/judge.ts";
import { triadMetrics, type MetricId } from "../../src/core/metric.ts";
import { unscoredReasons, type Outcome } from "../../src/core/outcome.ts";
import type { ScoringResult } from "../../src/core/scoring-job.ts";
import { literatureThresholds } from "../../src/core/thresholds.ts";
import { createInProcessDispatcher } from "../../src/scoring/in-process-dispatcher.ts";
import { createManualClock, type ManualClock } from "../../src/testing/manual-clock.ts";
import { evenRandom } from "../helpers/judge-context.ts";
import { aJob } from "../fixtures/judges/interactions.ts";

type Step =
  | { readonly kind: "submit"; readonly id: number; readonly deadlineMs: number; readonly query: string | null }
  | { readonly kind: "answer"; readonly pick: number; readonly how: number }
  | { readonly kind: "advance"; readonly ms: number }
  | { readonly kind: "drain"; readonly timeoutMs: number }
  | { readonly kind: "close"; readonly timeoutMs: number };

const submit = fc.record({
  kind: fc.constant("submit" as const),
  id: fc.nat(30),
  deadlineMs: fc.integer({ min: -10, max: 300 }),
  query: fc.constantFrom("score", "score", "throw", null),
});
const answer = fc.record({ kind: fc.constant("answer" as const), pick: fc.nat(20), how: fc.nat(5) });
const advance = fc.record({ kind: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 120 }) });
const drain = fc.record({ kind: fc.constant("drain" as const), timeoutMs: fc.integer({ min: 0, max: 100 }) });
const close = fc.record({ kind: fc.constant("close" as const), timeoutMs: fc.integer({ min: 0, max: 100 }) });

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: submit },
    { weight: 8, arbitrary: answer },
    { weight: 4, arbitrary: advance },
    { weight: 1, arbitrary: drain },
    { weight: 1, arbitrary: close },
  ),
  { maxLength: 60 },
);

const good = { outcome: { score: 0.5 }, judge: "held/1" };

/** Judges and an executor that answer when they are told to, in any way; those never told hang. */
function createHeldJudging() {
  const open: ((how: number) => void)[] = [];
  const held = <T>(answers: readonly ((settle: (value: T) => void, fail: (error: Error) => void) => void)[]) =>
    new Promise<T>((resolve, reject) => {
      open.push((how) => answers[how % answers.length]?.(resolve, reject));
    });
  const judge = (metric: MetricId, worker: boolean): Judge => ({
    metric,
    name: "held",
    version: "1",
    thresholds: literatureThresholds.groundedness,
    ...(worker && { worker: { module: "held", factory: "held" } }),
    judge({ query }) {
      if (query === "throw") throw new RangeError("canary");
      return held([
        (settle) => settle(good),
        (_, fail) => fail(new TypeError("canary")),
        (settle) => settle({ outcome: { score: Number.NaN }, judge: "held/1" }),
        (settle) => settle({ outcome: { reason: "no_claims" }, judge: "held/1" }),
      ]);
    },
  });
  const executor: CpuExecutor = {
    execute: ({ judges }) =>
      held<CpuAnswer>([
        (settle) => settle({ kind: "scored", results: Object.fromEntries(judges.map(({ metric }) => [metric, good])) }),
        (settle) => settle({ kind: "failed", errorType: "worker_died" }),
        (settle) => settle({ kind: "unavailable" }),
        (settle) => settle({ kind: "scored", results: {} }),
        (_, fail) => fail(new TypeError("canary")),
      ]),
    keepAlive: () => undefined,
    close: () => Promise.resolve(),
  };
  const judges: JudgeSet = {
    context_relevance: judge("context_relevance", true),
    groundedness: judge("groundedness", true),
    answer_relevance: judge("answer_relevance", false),
  };
  return {
    judges,
    executor,
    answer: (pick: number, how: number) => open.splice(pick % Math.max(1, open.length), 1)[0]?.(how),
  };
}

function play(clock: ManualClock) {
  const { judges, executor, answer: answerOpen } = createHeldJudging();
  const dispatcher = createInProcessDispatcher({
    judges,
    executor,
    clock,
    random: evenRandom,
    maxPending: 5,
    concurrency: 2,
  });
  const results: ScoringResult[] = [];
  const accepted: string[] = [];
  let refused = 0;
  dispatcher.onResult((result) => results.push(result));
  dispatcher.onResult(() => {
    throw new Error("canary");
  });
  const waits: Promise<unknown>[] = [];

  async function take(step: Step): Promise<void> {
    switch (step.kind) {
      case "submit": {
        const before = results.length;
        const job = aJob(`job-${step.id}`, clock.epochMs() + step.deadlineMs, { query: step.query });
        if (dispatcher.submit(job) === "accepted") accepted.push(job.jobId);
        else refused++;
        expect(results.length).toBe(before);
        return;
      }
      case "answer":
        answerOpen(step.pick, step.how);
        return clock.advance(0);
      case "advance":
        return clock.advance(step.ms);
      case "drain":
      case "close":
        waits.push(dispatcher[step.kind]({ timeoutMs: step.timeoutMs }));
    }
  }

  function check(): void {
    const stats = dispatcher.stats();
    expect(results.length + stats.queued + stats.running).toBe(accepted.length);
    expect(stats.running).toBeLessThanOrEqual(2);
    expect(Object.values(stats.refused).reduce((sum, count) => sum + count, 0)).toBe(refused);
  }

  async function finish(): Promise<void> {
    const closing = dispatcher.close({ timeoutMs: 50 });
    await clock.advance(1_000);
    await Promise.all([closing, ...waits]);
    for (let index = 0; index < 100; index++) answerOpen(0, index);
    await clock.advance(1_000);
  }

  return { take, check, finish, results, accepted, dispatcher };
}

function isProper(outcome: Outcome | undefined): boolean {
  if (outcome === undefined) return false;
  return "score" in outcome ? outcome.score === 0.5 : unscoredReasons.includes(outcome.reason);
}

it("whatever comes in whatever order, an accepted job gets one result, with every metric, and nothing is left", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const clock = createManualClock();
      const { take, check, finish, results, accepted, dispatcher } = play(clock);
      for (const step of given) {
        await take(step);
        check();
      }
      await finish();
      check();
      expect(results.map(({ jobId }) => jobId).sort()).toEqual([...accepted].sort());
      expect(new Set(accepted).size).toBe(accepted.length);
      for (const result of results) {
        expect(Object.keys(result.results).sort()).toEqual([...triadMetrics].sort());
        for (const metric of Object.values(result.results)) {
          expect(isProper(metric?.outcome)).toBe(true);
        }
      }
      expect(dispatcher.stats()).toMatchObject({ queued: 0, running: 0, oldestMs: 0 });
      expect(clock.scheduled).toBe(0);
    }),
    { numRuns: 300 },
  );
});
