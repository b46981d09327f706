import { describe, expect, test } from "vitest";
import type { JudgeFailure } from "../../../src/core/judge-failure.ts";
import {
  circuitBreaker,
  type CircuitBreakerOptions,
  type CircuitState,
} from "../../../src/resilience/breaker/circuit-breaker.ts";
import { compose } from "../../../src/resilience/compose.ts";
import { timeout } from "../../../src/resilience/timeout.ts";
import { createRig, deaf, down, fails, takes, type Rig, type Script, type Watched } from "./rig.ts";

const well: Script = () => "fine";

function opened(options: CircuitBreakerOptions = {}) {
  const states: CircuitState[] = [];
  const rig = createRig();
  const policy = circuitBreaker({
    opensAfter: { consecutiveFailures: 2 },
    openMs: 1_000,
    maxOpenMs: 4_000,
    onStateChange: (state) => void states.push(state),
    ...options,
  });
  const call = async (script: Script): Promise<Watched<unknown>> => {
    const watched = rig.start(policy, script);
    await rig.clock.advance(0);
    return watched;
  };
  const open = async (): Promise<void> => {
    await call(down);
    await call(down);
  };
  return { ...rig, policy, states, call, open };
}

const refused = { state: "rejected", error: { reason: "circuit_open", retryable: false } };

describe("circuitBreaker", () => {
  test("closed: hands values and failures on", async () => {
    const { call } = opened();
    expect(await call(well)).toMatchObject({ state: "resolved", value: "fine" });
    expect(await call(down)).toMatchObject({ state: "rejected", error: { code: "http_503" } });
  });

  test("a success in between begins the count of failures in a row again", async () => {
    const { call, states } = opened();
    for (const script of [down, well, down, well, down]) await call(script);
    expect(states).toEqual([]);
  });

  test("open: fails at once without a call", async () => {
    const { open, call, calls, states } = opened();
    await open();
    expect(await call(well)).toMatchObject(refused);
    expect([calls.length, states]).toEqual([2, ["open"]]);
  });

  test("half-open after the delay: one call tries, the others go on failing", async () => {
    const { open, start, policy, clock, calls, states } = opened();
    await open();
    await clock.advance(999);
    const tooEarly = start(policy, well);
    await clock.advance(1);
    const trial = start(policy, takes(50, "recovered"));
    const others = [start(policy, well), start(policy, well)];
    await clock.advance(0);
    expect(tooEarly).toMatchObject(refused);
    for (const other of others) expect(other).toMatchObject(refused);
    expect(calls).toHaveLength(3);
    await clock.advance(50);
    expect(trial.value).toBe("recovered");
    expect(states).toEqual(["open", "half_open", "closed"]);
  });

  test("closed again, it counts from nothing", async () => {
    const { open, call, clock, states } = opened();
    await open();
    await clock.advance(1_000);
    await call(well);
    await call(down);
    expect(states.at(-1)).toBe("closed");
    await call(down);
    expect(states.at(-1)).toBe("open");
  });

  test("every trial that fails doubles the delay up to the longest; a success sets it back", async () => {
    const { open, call, clock, calls } = opened();
    await open();
    const trialAfter = async (delayMs: number, script: Script): Promise<void> => {
      const before = calls.length;
      await clock.advance(delayMs - 1);
      expect(await call(script)).toMatchObject(refused);
      await clock.advance(1);
      await call(script);
      expect(calls.length).toBe(before + 1);
    };
    for (const delayMs of [1_000, 2_000, 4_000, 4_000]) await trialAfter(delayMs, down);
    await trialAfter(4_000, well);
    await open();
    await trialAfter(1_000, well);
  });

  test.each<[string, Script]>([
    ["a programming error", () => Promise.reject(new TypeError("a mistake"))],
    ["a policy further in that refused", fails("over_budget")],
  ])("a trial that says nothing leaves the trial to the next call: %s", async (_, script) => {
    const { open, call, clock, states } = opened();
    await open();
    await clock.advance(1_000);
    await call(script);
    expect(states).toEqual(["open", "half_open"]);
    expect(await call(well)).toMatchObject({ state: "resolved" });
    expect(states).toEqual(["open", "half_open", "closed"]);
  });

  test("a trial that hangs is given up with its caller, not for ever", async () => {
    const { open, call, clock, start, policy } = opened();
    await open();
    await clock.advance(1_000);
    const controller = new AbortController();
    start(policy, deaf, { signal: controller.signal });
    expect(await call(well)).toMatchObject(refused);
    controller.abort();
    await clock.advance(0);
    expect(await call(well)).toMatchObject({ state: "resolved" });
  });

  test("calls that began before the circuit changed do not decide about it later", async () => {
    const { open, start, policy, clock, states } = opened();
    const failsAfter = (ms: number): Script => {
      const first = takes(ms);
      return async (context, call) => {
        await first(context, call);
        return down(context, call);
      };
    };
    // Two that fail while it is open, which would keep it open; then a success and two failures during the trial.
    for (const script of [failsAfter(500), failsAfter(600), takes(1_200), failsAfter(1_300), failsAfter(1_400)]) {
      start(policy, script);
    }
    await clock.advance(0);
    await open();
    await clock.advance(1_000);
    const trial = start(policy, takes(1_000));
    await clock.advance(999);
    expect(states).toEqual(["open", "half_open"]);
    await clock.advance(1);
    expect([trial.state, states.at(-1)]).toEqual(["resolved", "closed"]);
  });

  test.each<[string, Script, boolean]>([
    ["retryable errors", down, true],
    ["hangs", fails("judge_timeout", { retryable: true }), true],
    ["errors that no later call can cure", fails("judge_error", { code: "http_401" }), false],
    ["rate limits", fails("rate_limited", { retryable: true }), false],
    ["answers of no use", fails("judge_invalid_output", { retryable: true }), false],
    ["programming errors", () => Promise.reject(new TypeError("a mistake")), false],
  ])("what counts as a failure: %s", async (_, script, counts) => {
    const { call, states } = opened();
    for (let count = 0; count < 3; count++) await call(script);
    expect(states).toEqual(counts ? ["open"] : []);
  });

  test("what counts can be said otherwise; a rule that throws is as good as none", async () => {
    const limits = opened({ countsAsFailure: ({ reason }) => reason === "rate_limited" });
    for (const script of [down, down, down]) await limits.call(script);
    expect(limits.states).toEqual([]);
    for (const script of [fails("rate_limited"), fails("rate_limited")]) await limits.call(script);
    expect(limits.states).toEqual(["open"]);
    const broken = opened({
      countsAsFailure: () => {
        throw new Error("broken");
      },
    });
    await broken.call(down);
    expect(await broken.call(down)).toMatchObject({ error: { code: "http_503" } });
    expect(broken.states).toEqual(["open"]);
  });

  test("what says nothing neither counts nor begins the count again", async () => {
    const { call, states } = opened();
    await call(down);
    await call(() => Promise.reject(new TypeError("a mistake")));
    await call(down);
    expect(states).toEqual(["open"]);
  });

  test("nor does a time limit around the breaker, which may have been used up by waits", async () => {
    const { start, policy, clock, states } = opened();
    for (let count = 0; count < 3; count++) start(compose(timeout({ ms: 10 }), policy), takes(100));
    await clock.advance(100);
    expect(states).toEqual([]);
  });

  test("an abort says nothing about the other side", async () => {
    const { start, policy, clock, states } = opened();
    const controller = new AbortController();
    for (let count = 0; count < 3; count++) start(policy, takes(100), { signal: controller.signal });
    controller.abort();
    await clock.advance(0);
    expect(states).toEqual([]);
  });

  test("a listener that throws makes a warning and nothing else", async () => {
    const { open, warnings, call } = opened({ onStateChange: () => Promise.reject(new Error("async")) as never });
    await open();
    const thrower = opened({
      onStateChange: () => {
        throw new Error("broken");
      },
    });
    await thrower.open();
    expect(warnings.map(({ code }) => code)).toEqual(["circuit_opened"]);
    expect(thrower.warnings.map(({ code }) => code)).toEqual(["circuit_opened", "policy_callback_failed"]);
    expect(await call(well)).toMatchObject(refused);
  });

  test("a listener is told which failure opened it, and of nothing else that one did", async () => {
    const told: [CircuitState, string | undefined][] = [];
    const onStateChange = (state: CircuitState, failure?: JudgeFailure): void => void told.push([state, failure?.code]);
    const { call, clock } = opened({ onStateChange });
    await call(fails("judge_error", { code: "http_500", retryable: true }));
    await call(down);
    await clock.advance(1_000);
    await call(fails("judge_error", { code: "ECONNREFUSED", retryable: true }));
    await clock.advance(2_000);
    await call(well);
    expect(told).toEqual([
      ["open", "http_503"],
      ["half_open", undefined],
      ["open", "ECONNREFUSED"],
      ["half_open", undefined],
      ["closed", undefined],
    ]);
  });

  test("that it opened is warned of with the code, also to those whose calls it refuses", async () => {
    const { open, call, clock, warnings } = opened();
    await open();
    expect(warnings.map(({ code }) => code)).toEqual(["circuit_opened"]);
    expect(warnings[0]?.message).toContain("(http_503)");
    await call(well);
    expect(warnings).toEqual([warnings[0], warnings[0]]);
    // While the one trial is under way, too.
    await clock.advance(1_000);
    void call(deaf);
    await call(well);
    expect(warnings).toEqual([warnings[0], warnings[0], warnings[0]]);
  });

  test("a code that is no identifier is not repeated: it may be content", async () => {
    const { call, warnings } = opened({ opensAfter: { consecutiveFailures: 1 } });
    await call(fails("judge_error", { code: "the query was: hello", retryable: true }));
    expect(warnings[0]?.message).toContain("(JudgeFailure)");
  });
});

describe("circuitBreaker by failure ratio", () => {
  const options: CircuitBreakerOptions = { opensAfter: { failureRatio: 0.5, minimumCalls: 4, windowMs: 10_000 } };

  async function after(scripts: readonly Script[], rig: Rig & ReturnType<typeof opened>): Promise<CircuitState> {
    for (const script of scripts) await rig.call(script);
    return rig.states.at(-1) ?? "closed";
  }

  test("opens at the share, not below it, and not on few calls", async () => {
    expect(await after([down, down, down], opened(options))).toBe("closed");
    expect(await after([down, well, well, well, down], opened(options))).toBe("closed");
    expect(await after([down, well, well, down], opened(options))).toBe("open");
  });

  test("a success never opens it", async () => {
    expect(await after([down, down, down, well], opened(options))).toBe("closed");
  });

  test("forgets calls older than the window", async () => {
    const rig = opened(options);
    await after([down, down, down], rig);
    await rig.clock.advance(10_000);
    expect(await after([down], rig)).toBe("closed");
    await rig.clock.advance(5_000);
    expect(await after([down, down, down], rig)).toBe("open");
  });
});

describe("options of circuitBreaker", () => {
  test.each<[object, string]>([
    [{ openMs: 99 }, "Expected `circuitBreaker.openMs` to be an integer from 100 to 3600000, got `99` (number)"],
    [{ maxOpenMs: 200 }, "Expected `circuitBreaker.maxOpenMs` to be at least `openMs` (10000), got `200` (number)"],
    [
      { opensAfter: { consecutiveFailures: 0 } },
      "Expected `circuitBreaker.opensAfter.consecutiveFailures` to be an integer from 1 to 10000, got `0` (number)",
    ],
    [
      { opensAfter: {} },
      "Expected `circuitBreaker.opensAfter.consecutiveFailures` to be an integer from 1 to 10000, got nothing (it is missing)",
    ],
    [
      { opensAfter: { failureRatio: 0 } },
      "Expected `circuitBreaker.opensAfter.failureRatio` to be a number from 0.01 to 1, got `0` (number)",
    ],
    [
      { opensAfter: { failureRatio: 0.5, consecutiveFailures: 3 } },
      'Expected `circuitBreaker.opensAfter` to be one or the other: `{ consecutiveFailures }` or `{ failureRatio, minimumCalls, windowMs }`, got `{"failureRatio":0.5,"consecutiveFailures":3}` (object)',
    ],
    [
      { opensAfter: 5 },
      "Expected `circuitBreaker.opensAfter` to be an object, `{ consecutiveFailures }` or `{ failureRatio, minimumCalls, windowMs }`, got `5` (number)",
    ],
    [{ onStateChange: 1 }, "Expected `circuitBreaker.onStateChange` to be a function, got `1` (number)"],
  ])("refuses %j", (options, message) => {
    expect(() => circuitBreaker(options)).toThrow(expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }));
  });
});

test("`openMs` may be set beyond the usual longest time: it is the longest then", async () => {
  const { start, clock, calls } = createRig();
  const policy = circuitBreaker({ opensAfter: { consecutiveFailures: 1 }, openMs: 120_000 });
  for (const atMs of [0, 119_999, 120_000, 239_999, 240_000]) {
    await clock.advance(atMs - clock.monotonicMs());
    start(policy, down);
  }
  await clock.advance(0);
  expect(calls).toEqual([0, 120_000, 240_000]);
});

describe("a call that the deadline of judging ends", () => {
  /** Calls that hang, each given up when the deadline after `timeMs` passes, or `leftMs` before it; how many were made of 10. */
  async function callsMade(
    timeMs: number,
    { leftMs = 0, ...options }: CircuitBreakerOptions & { leftMs?: number } = {},
  ) {
    const { start, clock, calls } = createRig();
    const policy = circuitBreaker({
      opensAfter: { consecutiveFailures: 3 },
      openMs: 3_600_000,
      maxOpenMs: 3_600_000,
      ...options,
    });
    for (let call = 0; call < 10; call++) {
      const controller = new AbortController();
      clock.schedule(() => controller.abort(), timeMs - leftMs);
      start(policy, deaf, { signal: controller.signal, deadlineMs: clock.monotonicMs() + timeMs });
      await clock.advance(timeMs);
    }
    return calls.length;
  }

  test("after a second or more is a hang: the time that one judging has may be shorter than that of `timeout`", async () => {
    expect(await callsMade(1_000)).toBe(3);
  });

  test("sooner says nothing: it began too late", async () => {
    expect(await callsMade(990)).toBe(10);
  });

  test("says nothing when it is given up before the deadline", async () => {
    expect(await callsMade(5_000, { leftMs: 100 })).toBe(10);
  });

  test("counts if the rule of the user's says so", async () => {
    const seen: string[] = [];
    const countsAsFailure = ({ reason, code }: JudgeFailure): boolean => {
      seen.push(`${reason} ${code}`);
      return false;
    };
    expect(await callsMade(1_000, { countsAsFailure })).toBe(10);
    expect(new Set(seen)).toEqual(new Set(["judge_timeout deadline_passed"]));
  });

  test("as the trial keeps the circuit open", async () => {
    expect(await callsMade(1_000, { openMs: 2_000, maxOpenMs: 2_000 })).toBe(5);
  });
});
