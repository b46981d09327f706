import { describe, expect, it } from "vitest";
import type { CpuAnswer, CpuExecutor, CpuTask } from "../../../src/core/cpu-executor.ts";
import type { Judge } from "../../../src/core/judge.ts";
import { literatureThresholds } from "../../../src/core/thresholds.ts";
import type { ScoringResult } from "../../../src/core/scoring-job.ts";
import {
  createInProcessDispatcher,
  type InProcessDispatcherOptions,
} from "../../../src/scoring/in-process-dispatcher.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { createBehavingJudges } from "../../fixtures/judges/behaving-judges.ts";
import { aJob } from "../../fixtures/judges/interactions.ts";
import { evenRandom } from "../../helpers/judge-context.ts";

function setUp(options: Partial<InProcessDispatcherOptions> = {}) {
  const clock = createManualClock();
  const warnings: string[] = [];
  const dispatcher = createInProcessDispatcher({
    judges: createBehavingJudges(),
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

function fakeExecutor(answer: (task: CpuTask) => Promise<CpuAnswer>) {
  const tasks: CpuTask[] = [];
  const calls: string[] = [];
  const executor: CpuExecutor = {
    execute: (task) => (tasks.push(task), answer(task)),
    keepAlive: (wanted) => void calls.push(`keepAlive ${wanted}`),
    close: () => Promise.resolve(void calls.push("close")),
  };
  return { executor, tasks, calls };
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

describe("the in-process dispatcher and its executor", () => {
  it("asks judges of two modules apart: one that hangs takes no score of the other along", async () => {
    const { executor, tasks } = fakeExecutor(async ({ judges, signal }) =>
      judges.some(({ metric }) => metric === "groundedness")
        ? new Promise<CpuAnswer>((resolve) =>
            signal.addEventListener("abort", () => resolve({ kind: "aborted" }), { once: true }),
          )
        : { kind: "scored", results: resultsFor({ context_relevance: 0.2 }) },
    );
    const { context_relevance, groundedness } = createBehavingJudges();
    if (context_relevance === undefined || groundedness?.worker === undefined) throw new Error("no judges");
    const slow: Judge = { ...groundedness, worker: { ...groundedness.worker, factory: "another" } };
    const { clock, submit, results } = setUp({ judges: { context_relevance, groundedness: slow }, executor });
    submit("a", "score", 1_000);
    await clock.advance(2_000);
    expect(tasks.map((task) => task.judges.map(({ metric }) => metric))).toEqual([
      ["context_relevance"],
      ["groundedness"],
    ]);
    expect(results[0]?.results).toMatchObject({
      context_relevance: { outcome: { score: 0.2 } },
      groundedness: { outcome: { reason: "judge_timeout" } },
    });
  });

  it("gives the executor the metrics whose judges have a worker, together, and runs the others here", async () => {
    const { executor, tasks } = fakeExecutor(async () => ({
      kind: "scored",
      results: resultsFor({ groundedness: 0.1, context_relevance: 0.2 }),
    }));
    const answerRelevance = judgeOnThisThread(async () => ({ outcome: { score: 0.3 }, judge: "here/1" }));
    const judges = { ...createBehavingJudges(), answer_relevance: answerRelevance };
    const { clock, submit, results } = setUp({ judges, executor });
    submit("a");
    await clock.advance(100);
    expect(tasks.map((task) => task.judges.map(({ metric }) => metric))).toEqual([
      ["context_relevance", "groundedness"],
    ]);
    expect(results).toMatchObject([
      {
        results: {
          context_relevance: { outcome: { score: 0.2 } },
          groundedness: { outcome: { score: 0.1 } },
          answer_relevance: { outcome: { score: 0.3 } },
        },
      },
    ]);
  });

  it("keeps what was scored in time when another judge is not", async () => {
    const { executor } = fakeExecutor(() => new Promise(() => undefined));
    const answerRelevance = judgeOnThisThread(async () => ({ outcome: { score: 0.3 }, judge: "here/1" }));
    const { clock, submit, results } = setUp({
      judges: { ...createBehavingJudges(), answer_relevance: answerRelevance },
      executor,
    });
    submit("a", "score", 1_000);
    await clock.advance(1_500);
    expect(results).toMatchObject([
      {
        results: {
          groundedness: { outcome: { reason: "judge_timeout" } },
          answer_relevance: { outcome: { score: 0.3 } },
        },
      },
    ]);
  });

  it.each([
    [
      "died",
      () => Promise.resolve<CpuAnswer>({ kind: "failed", errorType: "worker_died" }),
      "judge_error",
      "worker_died",
    ],
    ["threw", () => Promise.reject(new RangeError("canary")), "judge_error", "RangeError"],
    ["closed", () => Promise.resolve<CpuAnswer>({ kind: "aborted" }), "shutdown", undefined],
    [
      "forgot a metric",
      () => Promise.resolve({ kind: "scored", results: {} } as CpuAnswer),
      "judge_error",
      "judge_missing",
    ],
  ])("resolves every metric once when the executor %s", async (_, answer, reason, errorType) => {
    const { executor } = fakeExecutor(answer);
    const { clock, submit, results, warnings } = setUp({ executor });
    submit("a");
    await clock.advance(100);
    expect(results.map(groundednessOf)).toEqual([
      { outcome: { reason }, judge: "behaving/1", ...(errorType !== undefined && { errorType }) },
    ]);
    expect(warnings).toEqual([]);
  });

  it("judges inline and warns once where no worker is available", async () => {
    const { executor } = fakeExecutor(async () => ({ kind: "unavailable" }));
    const { clock, submit, results, warnings } = setUp({ executor });
    for (const id of ["a", "b", "c"]) submit(id);
    await clock.advance(100);
    expect(results.map((result) => groundednessOf(result)?.outcome)).toEqual([
      { score: 0.75 },
      { score: 0.75 },
      { score: 0.75 },
    ]);
    expect(warnings).toEqual(["worker_unavailable"]);
  });

  it.each([true, false])("is `judge_error` there when `execution` is `worker` (executor given: %s)", async (given) => {
    const { executor } = fakeExecutor(async () => ({ kind: "unavailable" }));
    const { clock, submit, results, warnings } = setUp({
      execution: "worker",
      ...(given && { executor }),
    });
    submit("a");
    await clock.advance(100);
    expect(results.map(groundednessOf)).toMatchObject([
      { outcome: { reason: "judge_error" }, errorType: "worker_unavailable" },
    ]);
    expect(warnings).toEqual(["worker_unavailable"]);
  });

  it("judges inline without a word when `execution` is `inline`", async () => {
    const { executor, tasks } = fakeExecutor(async () => ({ kind: "unavailable" }));
    const { clock, submit, results, warnings } = setUp({
      execution: "inline",
      executor,
    });
    submit("a");
    await clock.advance(100);
    expect(results).toHaveLength(1);
    expect([tasks, warnings]).toEqual([[], []]);
  });

  it("lets workers keep the process alive while someone drains, and frees them when it closes", async () => {
    const { executor, calls } = fakeExecutor(() => new Promise(() => undefined));
    const { clock, submit, dispatcher } = setUp({ executor });
    submit("a");
    await clock.advance(100);
    expect(calls).toEqual([]);
    const draining = [dispatcher.drain({ timeoutMs: 1_000 }), dispatcher.drain({ timeoutMs: 2_000 })];
    await clock.advance(3_000);
    await Promise.all(draining);
    expect(calls).toEqual(["keepAlive true", "keepAlive false"]);
    await dispatcher.close({ timeoutMs: 0 });
    expect(calls.at(-1)).toBe("close");
  });
});

function resultsFor(scores: Readonly<Record<string, number>>): ScoringResult["results"] {
  const entries = Object.entries(scores).map(([metric, score]) => [
    metric,
    { outcome: { score }, judge: "behaving/1" },
  ]);
  return Object.fromEntries(entries) as ScoringResult["results"];
}
