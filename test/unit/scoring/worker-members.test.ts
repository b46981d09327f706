import { describe, expect, it } from "vitest";
import type { CpuAnswer, CpuTask } from "../../../src/core/cpu-executor.ts";
import type { Judge, JudgeSet } from "../../../src/core/judge.ts";
import type { MetricResults } from "../../../src/core/scoring-job.ts";
import { abortReason } from "../../../src/scoring/abort-reason.ts";
import { createJobScoring, type JobScoringOptions } from "../../../src/scoring/job-scoring.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { aJob } from "../../fixtures/judges/interactions.ts";
import { answeringJudge, setOf } from "../../helpers/answering-judge.ts";
import { evenRandom } from "../../helpers/judge-context.ts";

const metrics = ["context_relevance", "groundedness", "answer_relevance"] as const;
const module = { module: "file:///judges.js", factory: "judges" };

function cpuJudge(name: string, metric: string): Judge {
  return answeringJudge(name, 0.1, { metric, worker: { ...module, options: name } });
}

/** A judge for each metric that asks the members of it one after the other, and gives the first one's result. */
function asking(membersOf: (metric: string) => readonly Judge[], timeoutMs?: number): JudgeSet {
  return setOf(
    ...metrics.map((metric) => {
      const members = membersOf(metric);
      return answeringJudge("asking", 0, {
        metric,
        members,
        async judge(interaction, { delegate }) {
          const options = timeoutMs === undefined ? {} : { timeoutMs };
          const [first] = await Promise.all(members.map((member) => delegate(member, interaction, options)));
          if (first === undefined) throw new Error("No members");
          return first;
        },
      });
    }),
  );
}

const scoredBy =
  (judge: string, judgeSeconds = 0.25) =>
  ({ judges }: CpuTask): Promise<CpuAnswer> =>
    Promise.resolve({
      kind: "scored",
      results: Object.fromEntries(
        judges.map(({ metric }) => [
          metric,
          { outcome: { score: 0.5 }, judge, judgeSeconds, usage: { cost: 1 }, findings: { missing_claim: 1 } },
        ]),
      ),
    });

function setUp(
  judges: JudgeSet,
  answer: (task: CpuTask) => Promise<CpuAnswer>,
  options: Partial<JobScoringOptions> = {},
) {
  const clock = createManualClock();
  const tasks: CpuTask[] = [];
  const warnings: string[] = [];
  const jobs = createJobScoring({
    judges,
    clock,
    random: evenRandom,
    executor: {
      execute: (task) => (tasks.push(task), answer(task)),
      keepAlive: () => undefined,
      close: () => Promise.resolve(),
    },
    warn: (code) => void warnings.push(code),
    ...options,
  });
  const abort = new AbortController();
  const score = async (passMs = 100): Promise<MetricResults> => {
    const scoring = jobs.score(aJob("job", clock.epochMs() + 10_000), abort.signal);
    await clock.advance(passMs);
    return scoring;
  };
  return { clock, abort, tasks, warnings, jobs, score };
}

describe("CPU-bound members", () => {
  it("of all metrics go to the executor as one task, and are recorded with what it says", async () => {
    const { score, tasks } = setUp(
      asking((metric) => [cpuJudge("cpu", metric)]),
      scoredBy("cpu/1"),
    );
    const results = await score();
    expect(tasks.map((task) => task.judges.map(({ metric }) => metric))).toEqual([[...metrics]]);
    for (const metric of metrics) {
      expect(results[metric]).toMatchObject({
        outcome: { score: 0.5 },
        judge: "cpu/1",
        calls: [{ judge: "cpu/1", seconds: 0.25, usage: { cost: 1 }, findings: { missing_claim: 1 } }],
      });
    }
  });

  it("of one metric go in a task each, the first asked first", async () => {
    const { score, tasks } = setUp(
      asking((metric) => [cpuJudge("one", metric), cpuJudge("two", metric)]),
      (task) => scoredBy(`${String(task.judges[0]?.module.options)}/1`)(task),
    );
    const results = await score();
    expect(tasks.map((task) => task.judges.map(({ module: { options } }) => options))).toEqual([
      ["one", "one", "one"],
      ["two", "two", "two"],
    ]);
    expect(results.groundedness?.calls?.map(({ judge }) => judge)).toEqual(["one/1", "two/1"]);
  });

  it("are ended when nobody waits for any of them", async () => {
    const signals: AbortSignal[] = [];
    const { score } = setUp(
      asking((metric) => [cpuJudge("cpu", metric)], 50),
      ({ signal }) => (signals.push(signal), new Promise(() => undefined)),
    );
    const results = await score();
    expect(metrics.map((metric) => results[metric]?.outcome)).toEqual(metrics.map(() => ({ reason: "judge_timeout" })));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("go on while one of them is waited for", async () => {
    const signals: AbortSignal[] = [];
    const judges = {
      ...asking((metric) => [cpuJudge("cpu", metric)], 50),
      ...setOf(asking((metric) => [cpuJudge("cpu", metric)]).groundedness as Judge),
    };
    const { jobs, clock, abort } = setUp(judges, ({ signal }) => (signals.push(signal), new Promise(() => undefined)));
    const scoring = jobs.score(aJob("job", clock.epochMs() + 10_000), abort.signal);
    await clock.advance(100);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    abort.abort(abortReason("shutdown"));
    await clock.advance(100);
    expect((await scoring).groundedness?.outcome).toEqual({ reason: "shutdown" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("fail with the executor, by its class of error", async () => {
    const { score } = setUp(
      asking((metric) => [cpuJudge("cpu", metric)]),
      () => Promise.resolve({ kind: "failed", errorType: "worker_died" }),
    );
    expect((await score()).groundedness).toMatchObject({
      outcome: { reason: "judge_error" },
      judge: "cpu/1",
      errorType: "worker_died",
      calls: [{ judge: "cpu/1", reason: "judge_error", errorType: "worker_died" }],
    });
  });

  it("are not believed when they name another judge", async () => {
    const { score } = setUp(
      asking((metric) => [cpuJudge("cpu", metric)]),
      scoredBy("other/1"),
    );
    expect((await score()).groundedness?.outcome).toEqual({ reason: "judge_invalid_output" });
  });

  it("run on this thread where no worker can take them, with one warning", async () => {
    const { score, warnings } = setUp(
      asking((metric) => [cpuJudge("cpu", metric)]),
      () => Promise.resolve({ kind: "unavailable" }),
    );
    expect((await score()).groundedness).toMatchObject({ outcome: { score: 0.1 }, calls: [{ judge: "cpu/1" }] });
    expect(warnings).toEqual(["worker_unavailable"]);
  });

  it('are `judge_error` where there must be a worker: `execution: "worker"`', async () => {
    const { score } = setUp(
      asking((metric) => [cpuJudge("cpu", metric)]),
      () => Promise.resolve({ kind: "unavailable" }),
      { execution: "worker" },
    );
    expect((await score()).groundedness).toMatchObject({
      outcome: { reason: "judge_error" },
      errorType: "worker_unavailable",
    });
  });

  it('run on this thread with `execution: "inline"`', async () => {
    const { score, tasks } = setUp(
      asking((metric) => [cpuJudge("cpu", metric)]),
      scoredBy("cpu/1"),
      {
        execution: "inline",
      },
    );
    expect((await score()).groundedness?.outcome).toEqual({ score: 0.1 });
    expect(tasks).toEqual([]);
  });
});

it("judges are told the slice and the deadline of the job", async () => {
  const seen: unknown[] = [];
  const judge = answeringJudge("a", (_, { slice, deadlineMs }) => (seen.push({ slice, deadlineMs }), 0.5));
  const { score } = setUp(setOf(judge), scoredBy("a/1"));
  await score();
  expect(seen).toEqual([
    { slice: { pipeline: "test", intentClass: "unknown", modelVersion: "unknown" }, deadlineMs: 10_000 },
  ]);
});
