import { expect, it } from "vitest";
import { createRestartBudget } from "../../../src/node/restart-budget.ts";

it("allows a burst, then one start each refill, and never saves up more than the burst", () => {
  let nowMs = 0;
  const budget = createRestartBudget({ monotonicMs: () => nowMs, burst: 2, refillMs: 500 });
  expect([budget.take(), budget.take(), budget.take()]).toEqual([0, 0, 500]);
  nowMs += 200;
  expect(budget.take()).toBe(300);
  nowMs += 300;
  expect([budget.take(), budget.take()]).toEqual([0, 500]);
  nowMs += 60_000;
  expect([budget.take(), budget.take(), budget.take()]).toEqual([0, 0, 500]);
});
