import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import type { Judge, JudgeSet } from "../../../src/core/judge.ts";
import { literatureThresholds } from "../../../src/core/thresholds.ts";
import type { ScoringResult } from "../../../src/core/scoring-job.ts";
import {
  createInProcessDispatcher,
  type InProcessDispatcherOptions,
} from "../../../src/scoring/in-process-dispatcher.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { createMainThreadJudges } from "../../fixtures/judges/behaving-judges.ts";
import { aJob } from "../../fixtures/judges/interactions.ts";
import { evenRandom } from "../../helpers/judge-context.ts";

function setUp(options: Partial<InProcessDispatcherOptions> = {}) {
  const clock = createManualClock();
  const warnings: string[] = [];
  const dispatcher = createInProcessDispatcher({
    judges: createMainThreadJudges(),
    clock,
    random: evenRandom,
    maxPending: 100,
    concurrency: 2,
    warn: (code) => warnings.push(code),
    ...options,
  });
  const results: ScoringResult[] = [];
  dispatcher.onResult((result) => results.push(result));
  const submit = (jobId: string, query = "score", deadlineMs = 10_000) =>
    dispatcher.submit(aJob(jobId, clock.epochMs() + deadlineMs, { query }));
  return { clock, dispatcher, warnings, results, submit };
}

const groundednessOf = (result: ScoringResult | undefined) => result?.results.groundedness;

function judgeOnThisThread(judge: Judge["judge"]): Judge {
  return {
    metric: "answer_relevance",
    name: "here",
    version: "1",
    thresholds: literatureThresholds.answer_relevance,
    judge,
  };
}

describe("the in-process dispatcher", () => {
  it("judges in the order of arrival, so many at once", async () => {
    const started: string[] = [];
    const judges: JudgeSet = {
      answer_relevance: judgeOnThisThread(({ id }) => {
        started.push(id);
        return new Promise(() => undefined);
      }),
    };
    const { clock, submit, dispatcher } = setUp({ judges });
    for (const id of ["a", "b", "c", "d", "e"]) submit(id, "score", id === "b" ? 1_000 : 5_000);
    await clock.advance(500);
    expect(started).toEqual(["a", "b"]);
    await clock.advance(1_000);
    expect(started).toEqual(["a", "b", "c"]);
    expect(dispatcher.stats()).toMatchObject({ queued: 2, running: 2 });
  });

  it("begins no judging in the turn of the event loop that submitted", async () => {
    const { submit, dispatcher } = setUp();
    submit("a");
    await Promise.resolve();
    expect(dispatcher.stats()).toMatchObject({ queued: 1, running: 0 });
  });

  it("leaves no timer behind", async () => {
    const { clock, submit, dispatcher } = setUp();
    for (const query of ["score", "throw", "nonsense"]) submit(query, query, 60_000);
    submit("hang", "hang", 1_000);
    void dispatcher.drain({ timeoutMs: 60_000 });
    await clock.advance(1_000);
    expect(clock.scheduled).toBe(0);
    submit("running", "hang", 60_000);
    submit("queued", "hang", 60_000);
    await dispatcher.close({ timeoutMs: 0 });
    await clock.advance(0);
    expect(clock.scheduled).toBe(0);
  });

  it("aborts a judge at the deadline and at shutdown, with a reason that says which", async () => {
    const reasons: unknown[] = [];
    const judges: JudgeSet = {
      answer_relevance: judgeOnThisThread((_, { signal }) => {
        signal.addEventListener("abort", () => reasons.push((signal.reason as { code: string }).code));
        return new Promise(() => undefined);
      }),
    };
    const { clock, submit, dispatcher } = setUp({ judges });
    submit("a", "score", 1_000);
    submit("b", "score", 9_000);
    await clock.advance(2_000);
    const closing = dispatcher.close({ timeoutMs: 1_000 });
    await clock.advance(1_000);
    await closing;
    expect(reasons).toEqual(["judge_timeout", "shutdown"]);
  });

  it("ignores an answer that comes after the deadline", async () => {
    let answerLate = (): void => undefined;
    const judges: JudgeSet = {
      answer_relevance: judgeOnThisThread(
        () => new Promise((resolve) => (answerLate = () => resolve({ outcome: { score: 1 }, judge: "here/1" }))),
      ),
    };
    const { clock, submit, results } = setUp({ judges });
    submit("a", "score", 1_000);
    await clock.advance(2_000);
    answerLate();
    await clock.advance(1_000);
    expect(results.map((result) => result.results.answer_relevance?.outcome)).toEqual([{ reason: "judge_timeout" }]);
  });

  it("keeps request storage out of judges and listeners, and judges inside `quiet`", async () => {
    const storage = new AsyncLocalStorage<string>();
    const snapshot = AsyncLocalStorage.snapshot();
    const quietStorage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const look = (who: string) => seen.push([who, storage.getStore(), quietStorage.getStore()]);
    const judges: JudgeSet = {
      answer_relevance: judgeOnThisThread(async ({ id }) => {
        look(id);
        await (id === "stuck" ? new Promise(() => undefined) : Promise.resolve());
        look(id);
        return { outcome: { score: 1 }, judge: "here/1" };
      }),
    };
    const { clock, submit, dispatcher } = setUp({
      judges,
      concurrency: 1,
      detach: (f) => snapshot(f),
      quiet: (f) => quietStorage.run("quiet", f),
    });
    dispatcher.onResult(({ jobId }) => look(`heard ${jobId}`));
    storage.run("request", () => {
      submit("a");
      submit("stuck", "score", 50);
      submit("queued", "score", 20);
      submit("left", "score", 9_000);
    });
    await clock.advance(30);
    storage.run("third request", () => submit("last"));
    await storage.run("other request", () => dispatcher.close({ timeoutMs: 0 }));
    expect(seen).toEqual([
      ["a", undefined, "quiet"],
      ["a", undefined, "quiet"],
      ["heard a", undefined, undefined],
      ["stuck", undefined, "quiet"],
      ["heard queued", undefined, undefined],
      ["heard left", undefined, undefined],
      ["heard last", undefined, undefined],
      ["heard stuck", undefined, undefined],
    ]);
  });

  it.each(["before", "after"])("resolves a job when `quiet` throws %s running it", async (when) => {
    const { clock, submit, results } = setUp({
      quiet: (f) => {
        if (when === "after") f();
        throw new RangeError("quiet");
      },
    });
    submit("a");
    await clock.advance(100);
    expect(results.map(groundednessOf)).toMatchObject([
      { outcome: { reason: "judge_error" }, errorType: "RangeError" },
    ]);
  });

  it("reports a listener that fails", async () => {
    const { clock, dispatcher, submit, warnings } = setUp();
    dispatcher.onResult(() => {
      throw new Error("canary");
    });
    submit("a");
    await clock.advance(100);
    expect(warnings).toEqual(["listener_failed"]);
  });

  it("yields between jobs when the time slice is used up", async () => {
    const yields: (() => void)[] = [];
    const pause = () => new Promise<void>((resolve) => void yields.push(resolve));
    const { clock, submit, results } = setUp({ concurrency: 1, pause });
    submit("a");
    submit("b");
    await clock.advance(100);
    expect([results.length, yields.length]).toEqual([1, 1]);
    yields[0]?.();
    await clock.advance(100);
    expect(results.length).toBe(2);
  });
});
