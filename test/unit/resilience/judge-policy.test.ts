import { describe, expect, test } from "vitest";
import type { CircuitState } from "../../../src/resilience/breaker/circuit-breaker.ts";
import { judgePolicy } from "../../../src/resilience/judge-policy.ts";
import { countedSignal, createRig, deaf, down, fails, takes, type Script, type Watched } from "./rig.ts";

const well: Script = () => "fine";

function reasons(calls: readonly Watched<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state, error } of calls) {
    const key = state === "rejected" ? (error as { reason: string }).reason : state;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe("judgePolicy", () => {
  test("an outage of a minute under ten calls a second: few are made, and it recovers", async () => {
    const states: [CircuitState, number][] = [];
    const rig = createRig({ random: 0.5 });
    const policy = judgePolicy({
      circuitBreaker: { onStateChange: (state) => void states.push([state, rig.clock.monotonicMs()]) },
    });
    const isDown = (): boolean => rig.clock.monotonicMs() >= 1_000 && rig.clock.monotonicMs() < 61_000;
    const script: Script = (context, call) => (isDown() ? down(context, call) : "fine");
    const started: Watched<unknown>[] = [];
    for (let tick = 0; tick < 1_000; tick++) {
      started.push(rig.start(policy, script));
      await rig.clock.advance(100);
    }
    const during = rig.calls.filter((atMs) => atMs >= 1_000 && atMs < 61_000);
    // Five failures in a row, then trials after 10 s, 20 s more and 40 s more.
    expect(during).toHaveLength(7);
    expect(states.map(([state]) => state)).toEqual([
      ...["open", "half_open", "open", "half_open", "open", "half_open", "closed"],
    ]);
    const closedMs = states.at(-1)?.[1] ?? 0;
    expect(closedMs).toBeLessThan(61_000 + 40_000);
    expect(rig.calls.filter((atMs) => atMs > closedMs)).toHaveLength(
      started.filter((_, tick) => tick * 100 > closedMs).length,
    );
    // Without the breaker the outage would have made 600 calls of three attempts each.
    const { circuit_open: refused = 0, resolved = 0, judge_error: failed = 0 } = reasons(started);
    expect(refused + resolved + failed).toBe(1_000);
    // Three calls made the five attempts that opened the circuit, two were trials: they fail with what is wrong.
    expect(failed).toBe(3 + 2);
    expect(rig.clock.scheduled).toBe(0);
  });

  test("an attempt that meets an open circuit is the last, and the call fails with what went wrong before", async () => {
    const { start, clock, calls } = createRig();
    const policy = judgePolicy({ circuitBreaker: { opensAfter: { consecutiveFailures: 2 } } });
    const call = start(policy, down);
    await clock.advance(5_000);
    expect([calls.length, call.error]).toMatchObject([2, { reason: "judge_error", code: "http_503" }]);
    const next = start(policy, down);
    await clock.advance(0);
    expect([calls.length, next.error]).toMatchObject([2, { reason: "circuit_open", code: "circuit_open" }]);
  });

  test("a trial that fails, and is refused when it would be made again, fails with its own failure", async () => {
    const { start, clock, calls } = createRig();
    const policy = judgePolicy({ circuitBreaker: { opensAfter: { consecutiveFailures: 1 } } });
    start(policy, down);
    await clock.advance(10_000);
    const trial = start(policy, fails("judge_error", { code: "ECONNREFUSED", retryable: true }));
    await clock.advance(5_000);
    expect([calls, trial.error]).toMatchObject([[0, 10_000], { reason: "judge_error", code: "ECONNREFUSED" }]);
  });

  test("hangs are cut off at the attempt's limit, count as failures and are retried", async () => {
    const { start, clock, calls } = createRig({ random: 0 });
    const policy = judgePolicy({ timeout: { ms: 1_000 }, circuitBreaker: { opensAfter: { consecutiveFailures: 2 } } });
    const call = start(policy, deaf);
    await clock.advance(2_000);
    expect([calls, call.error]).toMatchObject([[0, 1_000], { reason: "judge_timeout", code: "call_timeout" }]);
  });

  test("the limit of an attempt does not run while it waits for its turn", async () => {
    const { start, clock } = createRig();
    const policy = judgePolicy({
      timeout: { ms: 1_500 },
      bulkhead: { concurrency: 1 },
      rateLimit: { requestsPerMinute: 60 },
    });
    const calls = [0, 1, 2].map(() => start(policy, takes(1_400)));
    await clock.advance(10_000);
    expect(reasons(calls)).toEqual({ resolved: 3 });
  });

  test("no more calls at a time than its bulkhead has places", async () => {
    const { start, clock, inFlight } = createRig();
    const policy = judgePolicy({ bulkhead: { concurrency: 3 } });
    for (let call = 0; call < 10; call++) start(policy, takes(10));
    await clock.advance(100);
    expect(inFlight).toEqual({ now: 0, most: 3 });
  });

  test("a wait between attempts holds no place", async () => {
    const { start, clock } = createRig({ random: 0.5 });
    const policy = judgePolicy({ bulkhead: { concurrency: 1 }, retry: { initialDelayMs: 2_000 } });
    start(policy, (context, call) => (call === 1 ? down(context, call) : "fine"));
    await clock.advance(0);
    const other = start(policy, well);
    await clock.advance(0);
    expect(other.state).toBe("resolved");
  });

  test("a rate limit of the other side's: all keep its pause, and the call succeeds after it", async () => {
    const { start, clock, calls } = createRig({ random: 0 });
    const policy = judgePolicy();
    const limited = fails("rate_limited", { retryable: true, retryAfterMs: 2_000 });
    const first = start(policy, (context, call) => (call === 1 ? limited(context, call) : "fine"));
    await clock.advance(500);
    const second = start(policy, well);
    await clock.advance(1_500);
    expect([calls, first.state, second.state]).toEqual([[0, 2_000, 2_000], "resolved", "resolved"]);
  });

  test("a spent budget ends the attempts, and gives the turn back", async () => {
    const { start, clock, calls } = createRig();
    const policy = judgePolicy({ budget: { hardUsd: 1 }, rateLimit: { requestsPerMinute: 60 } });
    start(policy, well, { used: { cost: 1 } });
    await clock.advance(1_000);
    const refused = [0, 1, 2].map(() => start(policy, well, { used: { cost: 1 } }));
    await clock.advance(0);
    expect([reasons(refused), calls.length]).toEqual([{ over_budget: 3 }, 1]);
  });

  test("an abort anywhere leaves no timer behind", async () => {
    for (const abortedAtMs of [0, 1, 100, 500, 1_000, 1_500, 2_500]) {
      const { start, clock, inFlight } = createRig();
      const { controller, listeners } = countedSignal();
      const policy = judgePolicy({
        bulkhead: { concurrency: 2 },
        rateLimit: { requestsPerMinute: 60 },
        budget: { hardUsd: 1 },
        timeout: { ms: 700 },
      });
      const scripts = [down, takes(300), deaf, takes(1_000), fails("rate_limited", { retryable: true })];
      const calls = scripts.map((script) => start(policy, script, { signal: controller.signal }));
      await clock.advance(abortedAtMs);
      expect(listeners()).toBeLessThanOrEqual(1);
      controller.abort();
      await clock.advance(0);
      expect(calls.filter(({ state }) => state === "pending")).toEqual([]);
      expect(clock.scheduled, `aborted at ${abortedAtMs} ms`).toBe(0);
      expect(inFlight.now).toBeLessThanOrEqual(1);
    }
  });

  test.each([
    [{ retrys: {} }, "Unknown key `judgePolicy.retrys`: did you mean `retry`?"],
    [
      { timeout: 5_000 },
      "Expected `judgePolicy.timeout` to be an object such as `{ ms: 15_000 }`, got `5000` (number)",
    ],
    [{ timeout: {} }, "Expected `timeout.ms` to be an integer from 1 to 600000, got nothing (it is missing)"],
  ])("refuses %j", (options, message) => {
    expect(() => judgePolicy(options as object)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }),
    );
  });
});
