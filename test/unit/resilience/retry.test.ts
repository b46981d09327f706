import { describe, expect, test } from "vitest";
import { retry, type RetryOptions } from "../../../src/resilience/retry.ts";
import { countedSignal, createRig, deaf, down, fails, type Script } from "./rig.ts";

function failsFirst(times: number, failure: Script = down): Script {
  return (context, call) => (call <= times ? failure(context, call) : "at last");
}

describe("retry", () => {
  test("calls once when that is enough", async () => {
    const { start, clock, calls } = createRig();
    const call = start(retry(), () => "at once");
    await clock.advance(0);
    expect([call.value, calls]).toEqual(["at once", [0]]);
  });

  test("waits with full jitter, twice as long at most each time, up to the longest", async () => {
    const policy = retry({ maxAttempts: 6, initialDelayMs: 100, maxDelayMs: 500 });
    const { start, clock, calls } = createRig({ random: 0.5 });
    const call = start(policy, failsFirst(5));
    await clock.advance(10_000);
    // Half of 100, 200, 400, 500, 500.
    expect(calls).toEqual([0, 50, 150, 350, 600, 850]);
    expect(call.value).toBe("at last");
    expect(clock.scheduled).toBe(0);
  });

  test("the jitter begins at nothing", async () => {
    const { start, clock, calls } = createRig({ random: 0 });
    start(retry({ maxAttempts: 3 }), down);
    await clock.advance(0);
    expect(calls).toEqual([0, 0, 0]);
  });

  test("fails with the last failure after the last attempt", async () => {
    const { start, clock, calls } = createRig();
    const call = start(retry({ maxAttempts: 3 }), down);
    await clock.advance(10_000);
    expect(calls).toHaveLength(3);
    expect(call).toMatchObject({ state: "rejected", error: { code: "http_503" } });
  });

  test.each<[string, Script]>([
    ["an open circuit", fails("circuit_open")],
    ["a spent budget", fails("over_budget", { code: "cost_unknown" })],
    ["our own rate limit", fails("rate_limited", { code: "own_rate_limit", retryAfterMs: 60_000 })],
    ["a full bulkhead", fails("rate_limited", { code: "bulkhead_full" })],
  ])(
    "an attempt refused by %s after a failure of the other side's: the call fails with the latter",
    async (_, refusal) => {
      const { start, clock, calls } = createRig();
      const call = start(retry(), (context, call) => (call === 1 ? down : refusal)(context, call));
      await clock.advance(10_000);
      expect([calls.length, call.error]).toMatchObject([2, { reason: "judge_error", code: "http_503" }]);
    },
  );

  test("a limit of the other side's is what went wrong last, whatever came before", async () => {
    const { start, clock, calls } = createRig();
    const limited = fails("rate_limited");
    const call = start(retry(), (context, call) => (call === 1 ? down : limited)(context, call));
    await clock.advance(10_000);
    expect([calls.length, call.error]).toMatchObject([2, { reason: "rate_limited", code: "rate_limited" }]);
  });

  test.each<[string, Script]>([
    ["a failure that is not retryable", fails("judge_error", { code: "http_401" })],
    ["an open circuit", fails("circuit_open")],
    ["a spent budget", fails("over_budget")],
    [
      "a programming error",
      () => {
        throw new TypeError("x is not a function");
      },
    ],
    [
      "anything thrown that looks retryable but is no judge's failure",
      () => {
        throw Object.assign(new Error("?"), { retryable: true, reason: "judge_error" });
      },
    ],
  ])("does not retry %s", async (_, script) => {
    const { start, clock, calls } = createRig();
    const call = start(retry(), script);
    await clock.advance(60_000);
    expect([call.state, calls.length]).toEqual(["rejected", 1]);
  });

  test("waits as long as the other side asks, and the jitter on top", async () => {
    const { start, clock, calls } = createRig({ random: 0.5 });
    const limited = fails("rate_limited", { retryable: true, retryAfterMs: 3_000 });
    start(retry({ initialDelayMs: 100 }), failsFirst(1, limited));
    await clock.advance(10_000);
    expect(calls).toEqual([0, 3_050]);
  });

  test("fails at once when the other side asks for longer than the option allows", async () => {
    const { start, clock, calls } = createRig();
    const call = start(
      retry({ maxRetryAfterMs: 2_999 }),
      fails("rate_limited", { retryable: true, retryAfterMs: 3_000 }),
    );
    await clock.advance(0);
    expect([call.state, calls.length]).toEqual(["rejected", 1]);
  });

  test.each([
    ["maxElapsedMs", { maxElapsedMs: 3_000 }, undefined],
    ["the deadline", {}, 3_000],
  ])("begins no attempt after %s: fails at once with its own reason", async (_, options, deadlineMs) => {
    const { start, clock, calls } = createRig();
    const limited = fails("rate_limited", { retryable: true, retryAfterMs: 2_900 });
    const call = start(retry({ ...options, maxAttempts: 9, initialDelayMs: 1 }), limited, {
      ...(deadlineMs !== undefined && { deadlineMs }),
    });
    await clock.advance(2_900.5);
    expect(calls).toEqual([0, 2_900.5]);
    expect(call).toMatchObject({ state: "rejected", atMs: 2_900.5, error: { reason: "rate_limited" } });
  });

  test("an abort ends the wait at once and leaves no timer", async () => {
    const { start, clock, calls } = createRig();
    const controller = new AbortController();
    const call = start(retry({ initialDelayMs: 1_000 }), down, { signal: controller.signal });
    await clock.advance(50);
    expect(call.state).toBe("pending");
    controller.abort();
    await clock.advance(0);
    expect(call).toMatchObject({ state: "rejected", atMs: 50, error: { reason: "judge_timeout" } });
    expect([calls.length, clock.scheduled]).toEqual([1, 0]);
  });

  test("leaves no listener on the caller's signal", async () => {
    const { start, clock } = createRig();
    const { controller, listeners } = countedSignal();
    start(retry(), failsFirst(2), { signal: controller.signal });
    await clock.advance(10);
    expect(listeners()).toBe(1);
    await clock.advance(10_000);
    expect(listeners()).toBe(0);
  });

  test("an abort during a deaf call ends it, without another", async () => {
    const { start, clock, calls } = createRig();
    const controller = new AbortController();
    const call = start(retry(), deaf, { signal: controller.signal });
    controller.abort();
    await clock.advance(60_000);
    expect([call.state, calls.length]).toEqual(["rejected", 1]);
  });

  test.each<[RetryOptions, string]>([
    [{ maxAttempts: 0 }, "Expected `retry.maxAttempts` to be an integer from 1 to 20, got `0` (number)"],
    [{ initialDelayMs: 0 }, "Expected `retry.initialDelayMs` to be an integer from 1 to 60000, got `0` (number)"],
    [{ maxDelayMs: 1.5 }, "Expected `retry.maxDelayMs` to be an integer from 1 to 600000, got `1.5` (number)"],
    [
      { maxDelayMs: 100 },
      "Expected `retry.maxDelayMs` to be at least `retry.initialDelayMs` (250), got `100` (number)",
    ],
    [{ maxRetryAfterMs: -1 }, "Expected `retry.maxRetryAfterMs` to be an integer from 0 to 600000, got `-1` (number)"],
    [{ maxElapsedMs: 0 }, "Expected `retry.maxElapsedMs` to be an integer from 1 to 600000, got `0` (number)"],
  ])("refuses %j", (options, message) => {
    expect(() => retry(options)).toThrow(expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }));
  });
});

test.each([Number.NaN, -5_000])(
  "a `retryAfterMs` of %d is none: the wait is the jitter alone",
  async (retryAfterMs) => {
    const { start, clock, calls } = createRig({ random: 0.5 });
    start(retry({ maxAttempts: 2, initialDelayMs: 100 }), fails("rate_limited", { retryable: true, retryAfterMs }));
    await clock.advance(1_000);
    expect(calls).toEqual([0, 50]);
  },
);

test("the first wait may be set beyond the usual longest one: it is the longest then", async () => {
  const { start, clock, calls } = createRig({ random: 0.5 });
  start(retry({ maxAttempts: 3, initialDelayMs: 10_000 }), down);
  await clock.advance(60_000);
  expect(calls).toEqual([0, 5_000, 10_000]);
});
