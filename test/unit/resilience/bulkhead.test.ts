import { describe, expect, test } from "vitest";
import { bulkhead, type BulkheadOptions } from "../../../src/resilience/bulkhead.ts";
import { countedSignal, createRig, deaf, down, takes } from "./rig.ts";

describe("bulkhead", () => {
  test("makes so many calls at a time and lets the others wait their turn", async () => {
    const { start, clock, calls, inFlight } = createRig();
    const policy = bulkhead({ concurrency: 2 });
    const started = Array.from({ length: 5 }, () => start(policy, takes(10)));
    await clock.advance(100);
    expect(calls).toEqual([0, 0, 10, 10, 20]);
    expect(inFlight).toEqual({ now: 0, most: 2 });
    expect(started.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => "resolved"));
  });

  test("refuses more than may wait", async () => {
    const { start, clock } = createRig();
    const policy = bulkhead({ concurrency: 1, maxQueue: 1 });
    const [, second, third] = [takes(10), takes(10), takes(10)].map((script) => start(policy, script));
    await clock.advance(0);
    expect(second?.state).toBe("pending");
    expect(third).toMatchObject({
      state: "rejected",
      error: { reason: "rate_limited", code: "bulkhead_full", retryable: false },
    });
  });

  test("a waiter that is aborted frees its place in the line at once", async () => {
    const { start, clock, calls } = createRig();
    const controller = new AbortController();
    const policy = bulkhead({ concurrency: 1, maxQueue: 1 });
    start(policy, takes(10));
    const aborted = start(policy, takes(10), { signal: controller.signal });
    await clock.advance(5);
    controller.abort();
    const next = start(policy, takes(10));
    await clock.advance(0);
    expect(aborted).toMatchObject({ state: "rejected", atMs: 5, error: { reason: "judge_timeout" } });
    expect(next.state).toBe("pending");
    await clock.advance(20);
    expect([next.state, calls]).toEqual(["resolved", [0, 10]]);
  });

  test("a deaf call that is aborted frees its place at once", async () => {
    const { start, clock, calls } = createRig();
    const controller = new AbortController();
    const policy = bulkhead({ concurrency: 1 });
    start(policy, deaf, { signal: controller.signal });
    start(policy, takes(10));
    await clock.advance(5);
    controller.abort();
    await clock.advance(10);
    expect(calls).toEqual([0, 5]);
  });

  test("a waiter aborted in the very turn in which it got its place hands it on", async () => {
    const { start, clock, calls } = createRig();
    const controller = new AbortController();
    const policy = bulkhead({ concurrency: 1 });
    const signal = new AbortController().signal;
    const first = policy.execute(
      { run: () => new Promise<void>((resolve) => clock.schedule(resolve, 10)) },
      { signal, clock, random: () => 0 },
    );
    const unlucky = start(policy, takes(10), { signal: controller.signal });
    const next = start(policy, takes(10));
    // Runs after the place was given to the second call, and before that call goes on.
    const aborted = first.then(() => controller.abort());
    await clock.advance(20);
    await aborted;
    expect([unlucky.state, next.state, calls]).toEqual(["rejected", "resolved", [10]]);
  });

  test("leaves no listener on the callers' signal", async () => {
    const { start, clock } = createRig();
    const { controller, listeners } = countedSignal();
    const policy = bulkhead({ concurrency: 1 });
    for (let call = 0; call < 3; call++) start(policy, takes(10), { signal: controller.signal });
    await clock.advance(15);
    expect(listeners()).toBeGreaterThan(0);
    await clock.advance(15);
    // Those of the three scripted calls themselves stay.
    expect(listeners()).toBe(3);
  });

  test("failures free the place too", async () => {
    const { start, clock, calls } = createRig();
    const policy = bulkhead({ concurrency: 1 });
    for (let call = 0; call < 3; call++) start(policy, down);
    await clock.advance(0);
    expect(calls).toHaveLength(3);
  });

  test.each<[BulkheadOptions, string]>([
    [{ concurrency: 0 }, "Expected `bulkhead.concurrency` to be an integer from 1 to 10000, got `0` (number)"],
    [{ maxQueue: -1 }, "Expected `bulkhead.maxQueue` to be an integer from 0 to 100000, got `-1` (number)"],
    [{ concurency: 3 } as object, "Unknown key `bulkhead.concurency`: did you mean `concurrency`?"],
  ])("refuses %j", (options, message) => {
    expect(() => bulkhead(options)).toThrow(expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }));
  });
});
