import { describe, expect, test } from "vitest";
import { timeout } from "../../../src/resilience/timeout.ts";
import { countedSignal, createRig, deaf, fails, shutdownReason, takes } from "./rig.ts";

describe("timeout", () => {
  test("leaves a call that is quick enough alone, and no timer behind", async () => {
    const { start, clock } = createRig();
    const call = start(timeout({ ms: 100 }), takes(99, "in time"));
    await clock.advance(99);
    expect(call).toMatchObject({ state: "resolved", value: "in time" });
    expect(clock.scheduled).toBe(0);
  });

  test("gives up at its time, aborts the call's own signal and says that it may be retried", async () => {
    const { start, clock } = createRig();
    const call = start(timeout({ ms: 100 }), takes(101));
    await clock.advance(100);
    expect(call).toMatchObject({
      state: "rejected",
      atMs: 100,
      error: { reason: "judge_timeout", code: "call_timeout", retryable: true },
    });
    expect(clock.scheduled).toBe(0);
  });

  test("does not wait for a call that is deaf to its signal", async () => {
    const { start, clock } = createRig();
    const call = start(timeout({ ms: 100 }), deaf);
    await clock.advance(100);
    expect(call).toMatchObject({ state: "rejected", atMs: 100 });
  });

  test.each([
    ["a deadline", undefined, "judge_timeout"],
    ["a shutdown", shutdownReason(), "shutdown"],
  ])("%s from outside ends the call at once, and that is not retryable", async (_, reason, expected) => {
    const { start, clock } = createRig();
    const controller = new AbortController();
    const call = start(timeout({ ms: 100 }), takes(50), { signal: controller.signal });
    await clock.advance(10);
    controller.abort(reason);
    await clock.advance(0);
    expect(call).toMatchObject({ state: "rejected", atMs: 10, error: { reason: expected, retryable: false } });
    expect(clock.scheduled).toBe(0);
  });

  test("a client that notices the abort first and has its own error for it makes no programming error of it", async () => {
    const { start, clock } = createRig();
    const controller = new AbortController();
    const noticed = new Promise<never>((_, reject) => {
      controller.signal.addEventListener("abort", () => reject(new Error("the client's own")));
    });
    const call = start(timeout({ ms: 100 }), () => noticed, { signal: controller.signal });
    controller.abort();
    await clock.advance(0);
    expect(call.error).toMatchObject({ reason: "judge_timeout" });
  });

  test("makes no call for an aborted signal", async () => {
    const { start, clock, calls } = createRig();
    const call = start(timeout({ ms: 100 }), takes(50), { signal: AbortSignal.abort() });
    await clock.advance(0);
    expect(call.state).toBe("rejected");
    expect(calls).toEqual([]);
    expect(clock.scheduled).toBe(0);
  });

  test("hands on the call's own failure and programming errors as they are", async () => {
    const { start, clock } = createRig();
    const error = new TypeError("a mistake");
    const mistaken = start(timeout({ ms: 100 }), () => {
      throw error;
    });
    const limited = start(timeout({ ms: 100 }), fails("rate_limited"));
    await clock.advance(0);
    expect(mistaken.error).toBe(error);
    expect(limited.error).toMatchObject({ reason: "rate_limited" });
    expect(clock.scheduled).toBe(0);
  });

  test("leaves no listener on the caller's signal", async () => {
    const { start, clock } = createRig();
    const { controller, listeners } = countedSignal();
    start(timeout({ ms: 100 }), takes(5), { signal: controller.signal });
    await clock.advance(5);
    expect(listeners()).toBe(0);
  });

  test.each([
    [{}, "Expected `timeout.ms` to be an integer from 1 to 600000, got nothing (it is missing)"],
    [{ ms: 0 }, "Expected `timeout.ms` to be an integer from 1 to 600000, got `0` (number)"],
    [{ ms: 5, timeoutMs: 3 }, "Unknown key `timeout.timeoutMs`: known are ms"],
  ])("refuses %j", (options, message) => {
    expect(() => timeout(options as { ms: number })).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }),
    );
  });
});
