import { afterEach, describe, expect, it } from "vitest";
import type { Execution } from "../../src/core/cpu-executor.ts";
import type { ScoringDispatcher, ScoringResult } from "../../src/core/scoring-job.ts";
import { createSystemClock } from "../../src/node/system-clock.ts";
import { systemRandom } from "../../src/node/system-random.ts";
import { createPause } from "../../src/node/time-slice.ts";
import { createWorkerExecutor } from "../../src/node/worker-executor.ts";
import { createInProcessDispatcher } from "../../src/scoring/in-process-dispatcher.ts";
import { createBehavingJudges, type Behaviour } from "../fixtures/judges/behaving-judges.ts";
import { aJob } from "../fixtures/judges/interactions.ts";

const clock = createSystemClock();
let dispatcher: ScoringDispatcher | undefined;

function setUp({ execution = "auto", workers = 1 }: { execution?: Execution; workers?: number } = {}) {
  const warnings: string[] = [];
  const results = new Map<string, ScoringResult>();
  const warn = (code: string) => void warnings.push(code);
  const created = createInProcessDispatcher({
    judges: createBehavingJudges(),
    clock,
    random: systemRandom,
    maxPending: 500,
    concurrency: 4,
    execution,
    executor: createWorkerExecutor({ clock, workers, warn }),
    pause: createPause({ monotonicMs: clock.monotonicMs }),
    warn,
  });
  dispatcher = created;
  created.onResult((result) => {
    expect(results.has(result.jobId)).toBe(false);
    results.set(result.jobId, result);
  });
  const submit = (jobId: string, query: Behaviour, deadlineMs = 20_000) =>
    created.submit(aJob(jobId, clock.epochMs() + deadlineMs, { query }));
  const groundedness = (jobId: string) => results.get(jobId)?.results.groundedness;
  return { dispatcher: created, submit, results, groundedness, warnings };
}

afterEach(async () => {
  await dispatcher?.close({ timeoutMs: 0 });
});

describe("the dispatcher on worker threads", () => {
  it.each(["auto", "worker"] as const)("scores (execution %s)", async (execution) => {
    const { dispatcher: own, submit, groundedness, warnings } = setUp({ execution });
    submit("a", "score");
    expect(await own.drain({ timeoutMs: 20_000 })).toEqual({ resolved: 1, remaining: 0 });
    expect(groundedness("a")).toMatchObject({ outcome: { score: 0.75 }, judge: "behaving/1" });
    expect(groundedness("a")?.judgeSeconds).toBeGreaterThanOrEqual(0);
    expect(warnings).toEqual([]);
  });

  it("gives each job one result whatever its judge does to the worker", async () => {
    const { dispatcher: own, submit, results, groundedness, warnings } = setUp({ workers: 2 });
    const plan: readonly Behaviour[] = ["score", "exit", "throw", "crash", "score", "nonsense", "reject", "slow"];
    for (let index = 0; index < 40; index++) submit(`${index}`, plan[index % plan.length] ?? "score");
    expect(await own.drain({ timeoutMs: 25_000 })).toEqual({ resolved: 40, remaining: 0 });
    expect(results.size).toBe(40);
    const outcomes = Array.from({ length: 40 }, (_, index) => groundedness(`${index}`));
    outcomes.forEach((result, index) => {
      const behaviour = plan[index % plan.length];
      if (behaviour === "score" || behaviour === "slow") expect(result).toMatchObject({ outcome: { score: 0.75 } });
      else if (behaviour === "nonsense") expect(result).toMatchObject({ outcome: { reason: "judge_invalid_output" } });
      else expect(result).toMatchObject({ outcome: { reason: "judge_error" } });
    });
    expect(groundedness("1")).toEqual({
      outcome: { reason: "judge_error" },
      judge: "behaving/1",
      errorType: "worker_died",
    });
    expect(warnings).toEqual(Array.from({ length: 10 }, () => "worker_died"));
  });

  it("ends the worker at the deadline of a judge that spins, and goes on", async () => {
    const { dispatcher: own, submit, groundedness } = setUp();
    submit("warm", "score");
    await own.drain({ timeoutMs: 20_000 });
    submit("stuck", "spin", 300);
    submit("next", "score");
    await own.drain({ timeoutMs: 20_000 });
    expect(groundedness("stuck")?.outcome).toEqual({ reason: "judge_timeout" });
    expect(groundedness("next")?.outcome).toEqual({ score: 0.75 });
  });

  it("closes within its time though a judge spins", async () => {
    const { dispatcher: own, submit, groundedness } = setUp();
    submit("stuck", "spin");
    submit("waiting", "score");
    expect(await own.close({ timeoutMs: 200 })).toEqual({ resolved: 0, remaining: 2 });
    expect(groundedness("stuck")?.outcome).toEqual({ reason: "shutdown" });
    expect(groundedness("waiting")?.outcome).toEqual({ reason: "shutdown" });
  });
});
