import { describe, expect, it } from "vitest";
import type { MetricId } from "../../src/core/metric.ts";
import type { MetricResult, ScoringDispatcher, ScoringJob, ScoringResult } from "../../src/core/scoring-job.ts";
import { aJob } from "../fixtures/judges/interactions.ts";

/** What an adapter gives to be tested. Its judges are `createBehavingJudges()` or `createMainThreadJudges()`: they do as the query says. */
export interface DispatcherUnderTest {
  readonly dispatcher: ScoringDispatcher;
  /** Now, on the clock that deadlines are given on. */
  epochMs(): number;
  /** Lets this much time go by for the dispatcher and its judges. */
  pass(ms: number): Promise<void>;
}

/** What the suite asks of a fresh dispatcher. */
export interface ConformanceNeeds {
  readonly maxPending: number;
  readonly concurrency: number;
}

const needs: ConformanceNeeds = { maxPending: 3, concurrency: 2 };

function outcomes(result: ScoringResult | undefined): unknown[] {
  return Object.values<MetricResult | undefined>(result?.results ?? {}).map((metric) => metric?.outcome);
}

function three(outcome: object): object[] {
  return [outcome, outcome, outcome];
}

/** The suite that every {@link ScoringDispatcher} passes. `create` makes a fresh one a test. */
export function describeDispatcherConformance(
  name: string,
  create: (needs: ConformanceNeeds) => Promise<DispatcherUnderTest>,
): void {
  describe(`${name} conforms: a dispatcher`, () => {
    async function setUp(overrides: Partial<ConformanceNeeds> = {}) {
      const underTest = await create({ ...needs, ...overrides });
      const results: ScoringResult[] = [];
      underTest.dispatcher.onResult((result) => results.push(result));
      const resultOf = (jobId: string) => results.find((result) => result.jobId === jobId);
      const job = (jobId: string, query: string, deadlineMs = 10_000, metrics?: readonly MetricId[]): ScoringJob =>
        aJob(jobId, underTest.epochMs() + deadlineMs, { query, ...(metrics && { metrics }) });
      const submit = (...args: Parameters<typeof job>) => underTest.dispatcher.submit(job(...args));
      const finish = async (): Promise<void> => {
        await underTest.pass(20_000);
        await underTest.dispatcher.close({ timeoutMs: 0 });
      };
      return { ...underTest, results, resultOf, job, submit, finish };
    }

    it("gives an accepted job one result with every metric, and not from inside `submit`", async () => {
      const { submit, results, finish } = await setUp();
      expect(submit("a", "score")).toBe("accepted");
      expect(results).toEqual([]);
      await finish();
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({ version: 1, jobId: "a" });
      expect(Object.keys(results[0]?.results ?? {}).sort()).toEqual([
        "answer_relevance",
        "context_relevance",
        "groundedness",
      ]);
      expect(outcomes(results[0])).toEqual(three({ score: 0.75 }));
    });

    it("gives results that are plain JSON", async () => {
      const { submit, results, finish } = await setUp();
      for (const query of ["score", "throw", "nonsense"]) submit(query, query);
      await finish();
      expect(results).toHaveLength(3);
      expect(JSON.parse(JSON.stringify(results))).toEqual(results);
    });

    it("scores only the metrics asked for, and one it has no judge for is `judge_error`", async () => {
      const { submit, resultOf, finish } = await setUp();
      submit("a", "score", 10_000, ["groundedness", "criteria.tone", "groundedness"]);
      await finish();
      expect(resultOf("a")?.results).toMatchObject({
        groundedness: { outcome: { score: 0.75 }, judge: "behaving/1" },
        "criteria.tone": { outcome: { reason: "judge_error" }, errorType: "judge_missing" },
      });
      expect(outcomes(resultOf("a"))).toHaveLength(2);
    });

    it("contains judges that throw, reject and talk nonsense", async () => {
      const { submit, resultOf, finish } = await setUp();
      for (const query of ["throw", "reject", "nonsense"]) submit(query, query);
      await finish();
      expect(outcomes(resultOf("throw"))).toEqual(three({ reason: "judge_error" }));
      expect(outcomes(resultOf("reject"))).toEqual(three({ reason: "judge_error" }));
      expect(outcomes(resultOf("nonsense"))).toEqual(three({ reason: "judge_invalid_output" }));
      expect(JSON.stringify([resultOf("throw"), resultOf("reject")])).not.toContain("canary");
    });

    it("does not ask a judge whose preconditions are not met", async () => {
      const { dispatcher, epochMs, resultOf, finish } = await setUp();
      dispatcher.submit(aJob("a", epochMs() + 10_000, { query: null }));
      await finish();
      expect(resultOf("a")?.results).toMatchObject({
        context_relevance: { outcome: { reason: "no_query" } },
        groundedness: { outcome: { score: 0.75 } },
        answer_relevance: { outcome: { reason: "no_query" } },
      });
    });

    it("resolves a job as `judge_timeout` when its deadline passes while its judge hangs", async () => {
      const { submit, pass, results, finish } = await setUp();
      submit("a", "hang", 5_000);
      await pass(4_000);
      expect(results).toEqual([]);
      await pass(2_000);
      expect(results.map(outcomes)).toEqual([three({ reason: "judge_timeout" })]);
      await finish();
      expect(results).toHaveLength(1);
    });

    it("resolves a job as `judge_timeout` when its deadline passes in the queue", async () => {
      const { submit, pass, resultOf, dispatcher, finish } = await setUp({ concurrency: 1 });
      submit("running", "hang", 10_000);
      submit("queued", "score", 2_000);
      await pass(3_000);
      expect(outcomes(resultOf("queued"))).toEqual(three({ reason: "judge_timeout" }));
      expect(dispatcher.stats()).toMatchObject({ queued: 0, running: 1 });
      await finish();
    });

    it("resolves a job whose deadline is over when it comes", async () => {
      const { submit, results, finish } = await setUp();
      expect(submit("a", "hang", -1)).toBe("accepted");
      expect(results).toEqual([]);
      await finish();
      expect(results.map(outcomes)).toEqual([three({ reason: "judge_timeout" })]);
    });

    it("refuses what is beyond its bound as `queue_full`, counts it, and takes work again later", async () => {
      const { submit, pass, dispatcher, results, finish } = await setUp();
      expect(["a", "b", "c", "d", "e"].map((id) => submit(id, "hang", 1_000))).toEqual([
        "accepted",
        "accepted",
        "accepted",
        "queue_full",
        "queue_full",
      ]);
      expect(dispatcher.stats().refused).toEqual({ queue_full: 2 });
      await pass(2_000);
      expect(submit("d", "score")).toBe("accepted");
      await finish();
      expect(results.map(({ jobId }) => jobId).sort()).toEqual(["a", "b", "c", "d"]);
    });

    it("refuses a job id that is open or was just resolved", async () => {
      const { submit, pass, results, finish } = await setUp();
      expect([submit("a", "score"), submit("a", "score")]).toEqual(["accepted", "judge_error"]);
      await pass(1_000);
      expect(submit("a", "score")).toBe("judge_error");
      await finish();
      expect(results).toHaveLength(1);
    });

    it("tells how full it is and how old its oldest job", async () => {
      const { submit, pass, dispatcher, finish } = await setUp();
      expect(dispatcher.stats()).toEqual({ queued: 0, running: 0, refused: {}, oldestMs: 0 });
      for (const id of ["a", "b", "c"]) submit(id, "hang", 15_000);
      await pass(2_000);
      expect(dispatcher.stats()).toMatchObject({ queued: 1, running: 2 });
      expect(dispatcher.stats().oldestMs).toBeGreaterThanOrEqual(1_900);
      await finish();
      expect(dispatcher.stats()).toMatchObject({ queued: 0, running: 0, oldestMs: 0 });
    });

    it("stops telling a listener that has unsubscribed, and goes on when one throws or rejects", async () => {
      const { submit, dispatcher, results, finish } = await setUp();
      const unheard: ScoringResult[] = [];
      dispatcher.onResult(() => {
        throw new Error("listener");
      });
      const rejects: () => unknown = () => Promise.reject(new Error("listener"));
      dispatcher.onResult(rejects);
      const undo = dispatcher.onResult((result) => unheard.push(result));
      const later: ScoringResult[] = [];
      dispatcher.onResult((result) => later.push(result));
      undo();
      submit("a", "score");
      await finish();
      expect([results.length, unheard.length, later.length]).toEqual([1, 0, 1]);
    });

    it("drains: waits for what is open and for what came meanwhile, with intake going on", async () => {
      const { submit, pass, dispatcher, results, finish } = await setUp();
      expect(await dispatcher.drain({ timeoutMs: 1_000 })).toEqual({ resolved: 0, remaining: 0 });
      submit("a", "score");
      const draining = dispatcher.drain({ timeoutMs: 15_000 });
      expect(submit("b", "score")).toBe("accepted");
      await pass(5_000);
      expect(await draining).toEqual({ resolved: 2, remaining: 0 });
      expect(results).toHaveLength(2);
      expect(submit("c", "score")).toBe("accepted");
      await finish();
    });

    it("drains no longer than it may", async () => {
      const { submit, pass, dispatcher, results, finish } = await setUp();
      submit("a", "hang");
      submit("b", "score");
      const draining = dispatcher.drain({ timeoutMs: 3_000 });
      await pass(4_000);
      expect(await draining).toEqual({ resolved: 1, remaining: 1 });
      expect(results.map(({ jobId }) => jobId)).toEqual(["b"]);
      await finish();
      expect(results).toHaveLength(2);
    });

    it("closes: refuses as `shutdown`, finishes what it can, resolves the rest as `shutdown`", async () => {
      const { submit, pass, dispatcher, results, resultOf } = await setUp();
      submit("a", "hang");
      submit("b", "score");
      submit("c", "hang");
      const closing = dispatcher.close({ timeoutMs: 3_000 });
      expect(submit("d", "score")).toBe("shutdown");
      await pass(4_000);
      expect(await closing).toEqual({ resolved: 1, remaining: 2 });
      expect(results).toHaveLength(3);
      expect(outcomes(resultOf("a"))).toEqual(three({ reason: "shutdown" }));
      expect(outcomes(resultOf("b"))).toEqual(three({ score: 0.75 }));
      expect(outcomes(resultOf("c"))).toEqual(three({ reason: "shutdown" }));
      expect(dispatcher.stats()).toMatchObject({ queued: 0, running: 0, refused: { shutdown: 1 } });
      expect(await dispatcher.close({ timeoutMs: 0 })).toEqual({ resolved: 1, remaining: 2 });
      await pass(20_000);
      expect(results).toHaveLength(3);
    });

    it("takes work in the background only when it can be judged at once, and counts no refusal of it", async () => {
      const { job, submit, dispatcher, resultOf, finish, pass } = await setUp();
      const inBackground = (jobId: string, query: string) =>
        dispatcher.submit({ ...job(jobId, query, 1_000), background: true });
      submit("a", "hang", 1_000);
      expect(["b", "c"].map((id) => inBackground(id, "hang"))).toEqual(["accepted", "queue_full"]);
      expect(dispatcher.stats().refused).toEqual({});
      await pass(2_000);
      expect(outcomes(resultOf("b"))).toEqual(three({ reason: "judge_timeout" }));
      expect(inBackground("c", "score")).toBe("accepted");
      await pass(2_000);
      expect(outcomes(resultOf("c"))).toEqual(three({ score: 0.75 }));
      await finish();
    });

    it("waits for no work in the background, neither draining nor closing", async () => {
      const { job, submit, dispatcher, results, pass } = await setUp();
      expect(dispatcher.submit({ ...job("a", "hang", 15_000), background: true })).toBe("accepted");
      expect(await dispatcher.drain({ timeoutMs: 10_000 })).toEqual({ resolved: 0, remaining: 0 });
      submit("b", "score");
      const draining = dispatcher.drain({ timeoutMs: 10_000 });
      await pass(5_000);
      expect(await draining).toEqual({ resolved: 1, remaining: 0 });
      expect(await dispatcher.close({ timeoutMs: 10_000 })).toEqual({ resolved: 0, remaining: 0 });
      await pass(20_000);
      expect(results.map(({ jobId }) => jobId)).toEqual(["b", "a"]);
      expect(outcomes(results[1])).toEqual(three({ reason: "shutdown" }));
    });

    it("closes at once when nothing is open", async () => {
      const { dispatcher, submit } = await setUp();
      expect(await dispatcher.close({ timeoutMs: 60_000 })).toEqual({ resolved: 0, remaining: 0 });
      expect(submit("a", "score")).toBe("shutdown");
    });
  });
}
