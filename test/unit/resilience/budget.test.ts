import { describe, expect, test } from "vitest";
import { budget, type BudgetEvent, type BudgetOptions } from "../../../src/resilience/budget/budget.ts";
import { countedSignal, createRig, deaf, down, fails, takes, type Script } from "./rig.ts";

const well: Script = () => "fine";
const dayMs = 86_400_000;
const noon = 20_000 * dayMs + dayMs / 2;
const overBudget = { state: "rejected", error: { reason: "over_budget", code: "over_budget", retryable: false } };

function spending(options: BudgetOptions) {
  const rig = createRig({ epochMs: noon });
  const events: BudgetEvent[] = [];
  const policy = budget({ onBound: (event) => void events.push(event), ...options });
  const spend = async (cost: number | undefined, script: Script = well) => {
    const call = rig.start(policy, script, cost === undefined ? {} : { used: { cost } });
    await rig.clock.advance(0);
    return call;
  };
  return { ...rig, policy, events, spend };
}

describe("budget", () => {
  test("counts what calls cost and refuses more once the hard bound is reached", async () => {
    const { spend, calls, events } = spending({ hardUsd: 1 });
    for (const cost of [0.5, 0.25, 0.25]) expect(await spend(cost)).toMatchObject({ state: "resolved" });
    expect(events).toEqual([]);
    expect(await spend(0.01)).toMatchObject(overBudget);
    expect(await spend(0.01)).toMatchObject(overBudget);
    expect(calls).toHaveLength(3);
    expect(events).toEqual([{ bound: "hard", dayEpochMs: 20_000 * dayMs, spentUsd: 1 }]);
  });

  test("a new day, at midnight UTC, has new money", async () => {
    const { spend, clock } = spending({ hardUsd: 1 });
    await spend(1);
    await clock.advance(dayMs / 2 - 1);
    expect(await spend(1)).toMatchObject(overBudget);
    await clock.advance(1);
    expect(await spend(1)).toMatchObject({ state: "resolved" });
    expect(await spend(1)).toMatchObject(overBudget);
  });

  test("a call belongs to the day on which it began", async () => {
    const { spend, clock, start, policy } = spending({ hardUsd: 1 });
    await clock.advance(dayMs / 2 - 10);
    const late = start(policy, takes(20), { used: { cost: 1 } });
    await clock.advance(20);
    expect(late.state).toBe("resolved");
    expect(await spend(1)).toMatchObject({ state: "resolved" });
  });

  test("a clock set back over midnight does not give the money twice; a clock that was days wrong begins anew", async () => {
    const rig = createRig();
    const policy = budget({ hardUsd: 1 });
    let epochMs = 20_000 * dayMs;
    const call = async (): Promise<string> => {
      const clock = { ...rig.clock, epochMs: () => epochMs };
      const context = { signal: new AbortController().signal, clock, random: () => 0 };
      return policy.execute({ run: async () => "made", usageOf: () => ({ cost: 1 }) }, context).catch(() => "refused");
    };
    expect([await call(), await call()]).toEqual(["made", "refused"]);
    epochMs -= 1;
    expect(await call()).toBe("refused");
    epochMs -= dayMs;
    expect(await call()).toBe("made");
  });

  test("sets aside what calls in flight are expected to cost", async () => {
    const { start, policy, clock } = spending({ hardUsd: 1 });
    const estimate = { cost: 0.5 };
    const first = [0, 1].map(() => start(policy, takes(10), { estimate, used: { cost: 0.25 } }));
    const third = start(policy, takes(10), { estimate, used: { cost: 0.25 } });
    await clock.advance(10);
    expect([...first, third].map(({ state }) => state)).toEqual(["resolved", "resolved", "rejected"]);
    // 0.5 spent and nothing set aside any more.
    const fourth = start(policy, takes(10), { estimate, used: { cost: 0.5 } });
    await clock.advance(10);
    expect(fourth.state).toBe("resolved");
    const fifth = start(policy, takes(10), { estimate: { cost: 0 } });
    await clock.advance(0);
    expect(fifth).toMatchObject(overBudget);
  });

  test("without estimates the bound is passed by no more than the calls in flight", async () => {
    const { start, policy, clock, calls } = spending({ hardUsd: 1 });
    for (let call = 0; call < 3; call++) start(policy, takes(10), { used: { cost: 0.75 } });
    await clock.advance(10);
    for (let call = 0; call < 3; call++) start(policy, takes(10), { used: { cost: 0.75 } });
    await clock.advance(10);
    expect(calls).toHaveLength(3);
  });

  test("the soft bound warns, once a day, and refuses nothing", async () => {
    const { spend, events, warnings, clock } = spending({ softUsd: 1 });
    await spend(0.75);
    expect(warnings).toEqual([]);
    for (const cost of [0.25, 5, 5]) expect(await spend(cost)).toMatchObject({ state: "resolved" });
    expect(warnings).toEqual([
      {
        code: "budget_soft_bound",
        message: "The calls of a judge's model have cost the soft bound of 1 USD today (UTC).",
      },
    ]);
    expect(events).toEqual([{ bound: "soft", dayEpochMs: 20_000 * dayMs, spentUsd: 1 }]);
    await clock.advance(dayMs);
    await spend(1);
    expect(warnings).toHaveLength(2);
  });

  test.each<[string, Script, number]>([
    ["an error of the other side's", down, 0],
    ["a rate limit", fails("rate_limited"), 0],
    ["an open circuit", fails("circuit_open"), 0],
    ["a call too long to be sent", fails("too_long"), 0],
    ["a call given up", fails("judge_timeout", { retryable: true }), 0.75],
    ["an answer of no use", fails("judge_invalid_output"), 0.75],
    ["a programming error, after who knows what", () => Promise.reject(new TypeError("a mistake")), 0.75],
  ])("what a failed call counts as: %s", async (_, script, cost) => {
    const { start, policy, clock, events } = spending({ softUsd: 0.75, hardUsd: 2 });
    start(policy, script, { estimate: { cost: 0.75 } });
    await clock.advance(0);
    expect(events.map(({ spentUsd }) => spentUsd)).toEqual(cost === 0 ? [] : [cost]);
  });

  test("a call aborted in flight counts as expected and holds nothing any longer, deaf or not", async () => {
    const { start, policy, clock, spend } = spending({ hardUsd: 1 });
    const { controller, listeners } = countedSignal();
    const call = start(policy, deaf, { signal: controller.signal, estimate: { cost: 0.5 } });
    await clock.advance(5);
    expect(listeners()).toBe(1);
    controller.abort();
    await clock.advance(0);
    expect(call).toMatchObject({ state: "rejected", atMs: 5 });
    expect(await spend(0.5)).toMatchObject({ state: "resolved" });
    expect(await spend(0.5)).toMatchObject(overBudget);
  });
});

describe("a budget and calls without a cost", () => {
  const refused = { state: "rejected", error: { reason: "over_budget", code: "cost_unknown" } };

  test.each([undefined, Number.NaN, -1, Number.POSITIVE_INFINITY])(
    "a cost of %s: the first is answered, further ones of the day are refused, and there is a warning",
    async (cost) => {
      const { spend, warnings, clock } = spending({ hardUsd: 1 });
      expect(await spend(cost)).toMatchObject({ state: "resolved" });
      expect(warnings.map(({ code }) => code)).toEqual(["cost_unknown"]);
      expect(await spend(0.1)).toMatchObject(refused);
      await clock.advance(dayMs);
      expect(await spend(0.1)).toMatchObject({ state: "resolved" });
    },
  );

  test("the estimate stands in for it", async () => {
    const { start, policy, clock, warnings } = spending({ hardUsd: 1 });
    for (let call = 0; call < 3; call++) start(policy, well, { estimate: { cost: 0.5 } });
    await clock.advance(0);
    start(policy, well, { estimate: { cost: 0.5 } });
    await clock.advance(0);
    expect(warnings).toEqual([]);
  });

  test("the dearest call so far stands in for it, with a warning", async () => {
    const { spend, warnings, events } = spending({ softUsd: 2, hardUsd: 9 });
    for (const cost of [0.5, 0.75, 0.25]) await spend(cost);
    expect(await spend(undefined)).toMatchObject({ state: "resolved" });
    expect(await spend(0)).toMatchObject({ state: "resolved" });
    expect(events).toMatchObject([{ bound: "soft", spentUsd: 2.25 }]);
    expect(warnings.map(({ code }) => code)).toEqual(["cost_unknown", "budget_soft_bound"]);
  });

  test("and for a call that was given up", async () => {
    const { spend, events } = spending({ softUsd: 1 });
    await spend(0.5);
    await spend(undefined, fails("judge_timeout", { retryable: true }));
    expect(events).toMatchObject([{ spentUsd: 1 }]);
  });

  test("callUsd is what such a call counts as", async () => {
    const { spend, calls, warnings } = spending({ hardUsd: 1, callUsd: 0.5 });
    for (let call = 0; call < 3; call++) await spend(undefined);
    expect(calls).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  test("a soft bound alone only warns", async () => {
    const { spend, warnings } = spending({ softUsd: 1 });
    for (let call = 0; call < 3; call++) expect(await spend(undefined)).toMatchObject({ state: "resolved" });
    expect(warnings.map(({ code }) => code)).toEqual(["cost_unknown"]);
  });
});

test("a listener that throws makes a warning; one that rejects makes no unhandled rejection", async () => {
  const thrower = spending({
    softUsd: 1,
    onBound: () => {
      throw new Error("broken");
    },
  });
  expect(await thrower.spend(1)).toMatchObject({ state: "resolved" });
  expect(thrower.warnings.map(({ code }) => code)).toEqual(["policy_callback_failed", "budget_soft_bound"]);
  const rejecter = spending({ softUsd: 1, onBound: () => Promise.reject(new Error("async")) as never });
  expect(await rejecter.spend(1)).toMatchObject({ state: "resolved" });
});

test.each<[BudgetOptions, string]>([
  [{}, "Expected `budget` to be given `softUsd`, `hardUsd` or both, got `{}` (object)"],
  [{ hardUsd: -1 }, "Expected `budget.hardUsd` to be a number from 0 to 1000000, got `-1` (number)"],
  [{ softUsd: Number.NaN }, "Expected `budget.softUsd` to be a number from 0 to 1000000, got `NaN` (number)"],
  [{ softUsd: 2, hardUsd: 1 }, "Expected `budget.hardUsd` to be at least `budget.softUsd` (2), got `1` (number)"],
  [{ hardUsd: 1, callUsd: -1 }, "Expected `budget.callUsd` to be a number from 0 to 1000, got `-1` (number)"],
  [{ hardUsd: 1, onBound: 1 as never }, "Expected `budget.onBound` to be a function, got `1` (number)"],
])("budget refuses %j", (options, message) => {
  expect(() => budget(options)).toThrow(expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }));
});

describe("sums of money that binary fractions do not hold", () => {
  test("ten calls of 0.1 are the 1 that was allowed, and no eleventh is made", async () => {
    const { start, clock, calls } = createRig();
    const events: string[] = [];
    const policy = budget({ softUsd: 1, hardUsd: 1, onBound: ({ bound }) => void events.push(bound) });
    for (let call = 0; call < 12; call++) {
      start(policy, () => "made", { used: { cost: 0.1 } });
      await clock.advance(0);
    }
    expect(calls).toHaveLength(10);
    expect(events).toEqual(["soft", "hard"]);
  });

  test("three calls that set 0.1 aside fit into 0.3", async () => {
    const { start, clock, calls } = createRig();
    const policy = budget({ hardUsd: 0.3, callUsd: 0.1 });
    for (let call = 0; call < 4; call++) start(policy, () => "made");
    await clock.advance(0);
    expect(calls).toHaveLength(3);
  });
});
