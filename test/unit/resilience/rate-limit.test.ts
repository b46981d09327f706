import { describe, expect, test } from "vitest";
import { rateLimit, type RateLimitOptions } from "../../../src/resilience/rate-limit/rate-limit.ts";
import { countedSignal, createRig, fails, takes, type Script } from "./rig.ts";

const well: Script = () => "fine";

describe("rateLimit by requests", () => {
  test("lets a call go every so often, first come first served", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit({ requestsPerMinute: 60 });
    const order: number[] = [];
    for (let call = 0; call < 4; call++) start(policy, () => void order.push(call));
    await clock.advance(10_000);
    expect(calls).toEqual([0, 1_000, 2_000, 3_000]);
    expect(order).toEqual([0, 1, 2, 3]);
    expect(clock.scheduled).toBe(0);
  });

  test("a rate below one call a burst still lets one go at a time", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit({ requestsPerMinute: 6 });
    for (let call = 0; call < 2; call++) start(policy, well);
    await clock.advance(10_000);
    expect(calls).toEqual([0, 10_000]);
  });

  test("after a pause a burst may go at once, of what its time is worth", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit({ requestsPerMinute: 60, burstMs: 3_000 });
    await clock.advance(600_000);
    for (let call = 0; call < 5; call++) start(policy, well);
    await clock.advance(10_000);
    expect(calls.map((atMs) => atMs - 600_000)).toEqual([0, 0, 0, 1_000, 2_000]);
  });

  test("a call whose turn would come too late fails at once, and says when to come back", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit({ requestsPerMinute: 60, maxWaitMs: 2_000 });
    const started = Array.from({ length: 5 }, () => start(policy, well));
    await clock.advance(0);
    expect(started.map(({ state }) => state)).toEqual(["resolved", "pending", "pending", "rejected", "rejected"]);
    expect(started[3]).toMatchObject({
      atMs: 0,
      error: { reason: "rate_limited", code: "own_rate_limit", retryable: false, retryAfterMs: 3_000 },
    });
    await clock.advance(10_000);
    expect(calls).toEqual([0, 1_000, 2_000]);
  });

  test("nor does it wait beyond the deadline of judging", async () => {
    const { start, clock } = createRig();
    const policy = rateLimit({ requestsPerMinute: 60 });
    start(policy, well);
    const call = start(policy, well, { deadlineMs: 999 });
    await clock.advance(0);
    expect(call).toMatchObject({ state: "rejected", error: { reason: "rate_limited" } });
  });

  test("an aborted waiter leaves the line at once, and its turn goes to the next", async () => {
    const { start, clock, calls } = createRig();
    const controller = new AbortController();
    const policy = rateLimit({ requestsPerMinute: 60 });
    start(policy, well);
    const aborted = start(policy, well, { signal: controller.signal });
    const next = start(policy, well);
    await clock.advance(500);
    controller.abort();
    await clock.advance(0);
    expect(aborted).toMatchObject({ state: "rejected", atMs: 500, error: { reason: "judge_timeout" } });
    expect(clock.scheduled).toBe(1);
    await clock.advance(500);
    expect([next.state, calls, clock.scheduled]).toEqual(["resolved", [0, 1_000], 0]);
  });

  test("the last waiter's abort leaves no timer and no listener", async () => {
    const { start, clock } = createRig();
    const { controller, listeners } = countedSignal();
    const policy = rateLimit({ requestsPerMinute: 60 });
    start(policy, well, { signal: controller.signal });
    start(policy, well, { signal: controller.signal });
    await clock.advance(10);
    expect([clock.scheduled, listeners()]).toEqual([1, 1]);
    controller.abort();
    await clock.advance(0);
    expect(clock.scheduled).toBe(0);
  });

  test("a call aborted in the very turn in which it is let go is not made, and gives its turn back", async () => {
    const { start, clock, calls } = createRig();
    const controller = new AbortController();
    const policy = rateLimit({ requestsPerMinute: 60 });
    const call = start(policy, well, { signal: controller.signal });
    // Admitted already; the call is made in a later microtask.
    controller.abort();
    const next = start(policy, well);
    await clock.advance(0);
    expect([call.state, next.state, calls]).toEqual(["rejected", "resolved", [0]]);
  });

  test.each(["circuit_open", "over_budget"] as const)(
    "a call refused further in (%s) costs no turn",
    async (reason) => {
      const { start, clock, calls } = createRig();
      const policy = rateLimit({ requestsPerMinute: 60 });
      for (let call = 0; call < 3; call++) start(policy, fails(reason));
      start(policy, well);
      await clock.advance(0);
      expect(calls).toEqual([0, 0, 0, 0]);
    },
  );
});

describe("rateLimit by tokens", () => {
  const options: RateLimitOptions = { tokensPerMinute: 6_000, burstMs: 10_000, maxWaitMs: 60_000 };

  test("takes what is expected and lets the next go when there is enough again", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit(options);
    for (let call = 0; call < 3; call++) {
      start(policy, well, { estimate: { inputTokens: 500, outputTokens: 300 }, used: { inputTokens: 800 } });
    }
    await clock.advance(60_000);
    // 1,000 at first, 100 a second: 600 are missing for the second call, then 800.
    expect(calls).toEqual([0, 6_000, 14_000]);
  });

  test("settles what was used: less lets the next go earlier, more later", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit(options);
    const estimate = { inputTokens: 1_000 };
    start(policy, takes(1_000), { estimate, used: { inputTokens: 300, outputTokens: 100 } });
    start(policy, takes(1_000), { estimate, used: { inputTokens: 1_500 } });
    start(policy, takes(1_000), { estimate });
    await clock.advance(60_000);
    // Settled at 1,000 with 600 back: 100 + 600, so 300 are missing. Then 500 are owed and 1,000 wanted: 15 s.
    expect(calls).toEqual([0, 4_000, 19_000]);
  });

  test("a call that wants more than the bucket holds goes when it is full, and owes the rest", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit(options);
    start(policy, well, { estimate: { inputTokens: 3_000 } });
    start(policy, well, { estimate: { inputTokens: 100 } });
    await clock.advance(60_000);
    expect(calls).toEqual([0, 21_000]);
  });

  test("a call that the other side refused used no tokens", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit(options);
    start(policy, fails("rate_limited"), { estimate: { inputTokens: 1_000 } });
    await clock.advance(0);
    start(policy, well, { estimate: { inputTokens: 1_000 } });
    await clock.advance(0);
    expect(calls).toEqual([0, 0]);
  });

  test("numbers of no use are not counted", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit(options);
    start(policy, well, { estimate: { inputTokens: Number.NaN }, used: { inputTokens: -1e9 } });
    start(policy, well, { estimate: { inputTokens: 1_000 } });
    start(policy, well, { estimate: { inputTokens: 100 } });
    await clock.advance(60_000);
    expect(calls).toEqual([0, 0, 1_000]);
  });
});

describe("rateLimit and the other side's pauses", () => {
  const limited = fails("rate_limited", { retryable: true, retryAfterMs: 5_000 });

  test("one call that is asked to wait makes all wait", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit();
    start(policy, limited);
    await clock.advance(1_000);
    const call = start(policy, well);
    await clock.advance(3_999);
    expect(call.state).toBe("pending");
    await clock.advance(1);
    expect([call.state, calls]).toEqual(["resolved", [0, 5_000]]);
  });

  test("those in the line who cannot wait so long fail at once", async () => {
    const { start, clock } = createRig();
    const policy = rateLimit({ requestsPerMinute: 60, maxWaitMs: 4_000 });
    start(policy, takes(500), {});
    const unlucky = start(policy, limited);
    const waiting = [start(policy, well), start(policy, well)];
    await clock.advance(1_000);
    expect(unlucky.state).toBe("rejected");
    for (const call of waiting) expect(call).toMatchObject({ state: "rejected", atMs: 1_000 });
    expect(clock.scheduled).toBe(0);
  });

  test("a shorter pause does not end a longer one", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit();
    const shorter: Script = async (context, call) => {
      await takes(1_000)(context, call);
      return fails("judge_error", { retryAfterMs: 100 })(context, call);
    };
    start(policy, shorter);
    start(policy, limited);
    await clock.advance(1_000);
    start(policy, well);
    await clock.advance(4_000);
    expect(calls).toEqual([0, 0, 5_000]);
  });

  test("a pause is bounded by the option", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit({ maxPauseMs: 2_000 });
    start(policy, limited);
    await clock.advance(0);
    start(policy, well);
    await clock.advance(2_000);
    expect(calls).toEqual([0, 2_000]);
  });

  test("what an open circuit says about time is no pause of the other side's", async () => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit();
    start(policy, fails("circuit_open", { retryAfterMs: 5_000 }));
    await clock.advance(0);
    start(policy, well);
    await clock.advance(0);
    expect(calls).toEqual([0, 0]);
  });
});

test.each<[RateLimitOptions, string]>([
  [
    { requestsPerMinute: 0 },
    "Expected `rateLimit.requestsPerMinute` to be an integer from 1 to 10000000, got `0` (number)",
  ],
  [
    { tokensPerMinute: 0.5 },
    "Expected `rateLimit.tokensPerMinute` to be an integer from 1 to 10000000000, got `0.5` (number)",
  ],
  [{ burstMs: 0 }, "Expected `rateLimit.burstMs` to be an integer from 1 to 60000, got `0` (number)"],
  [{ maxWaitMs: -1 }, "Expected `rateLimit.maxWaitMs` to be an integer from 0 to 600000, got `-1` (number)"],
  [{ maxPauseMs: -1 }, "Expected `rateLimit.maxPauseMs` to be an integer from 0 to 600000, got `-1` (number)"],
])("rateLimit refuses %j", (options, message) => {
  expect(() => rateLimit(options)).toThrow(expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }));
});

test.each([Number.NaN, -5_000])(
  "a pause of %d ms, as a careless adapter may ask for, is none",
  async (retryAfterMs) => {
    const { start, clock, calls } = createRig();
    const policy = rateLimit({ requestsPerMinute: 60 });
    start(policy, fails("rate_limited", { retryAfterMs }));
    const next = start(policy, well);
    await clock.advance(0);
    expect(clock.scheduled).toBe(1);
    await clock.advance(1_000);
    expect(next).toMatchObject({ state: "resolved", atMs: 1_000 });
    expect(calls).toEqual([0, 1_000]);
  },
);
