import { expect, it } from "vitest";
import { createPause } from "../../../src/node/time-slice.ts";

function setUp() {
  let nowMs = 0;
  const turns: (() => void)[] = [];
  const pause = createPause({ monotonicMs: () => nowMs, nextTurn: (callback) => void turns.push(callback) });
  return { pause, turns, pass: (ms: number) => void (nowMs += ms) };
}

it("goes on within the slice, and yields once it is used up", async () => {
  const { pause, turns, pass } = setUp();
  expect(pause()).toBeUndefined();
  pass(3.9);
  expect(pause()).toBeUndefined();
  pass(0.1);
  const yielded = pause();
  expect(yielded).toBeInstanceOf(Promise);
  pass(100);
  turns[0]?.();
  await yielded;
  expect(pause()).toBeUndefined();
  pass(4);
  expect(pause()).toBeInstanceOf(Promise);
  expect(turns).toHaveLength(2);
});

it("is one yield for all who pause meanwhile, whose next slice they share", async () => {
  const { pause, turns, pass } = setUp();
  pass(5);
  const yields = [pause(), pause(), pause()];
  expect(new Set(yields).size).toBe(1);
  expect(turns).toHaveLength(1);
  turns[0]?.();
  await yields[0];
  pass(4);
  expect(pause()).toBeInstanceOf(Promise);
});

it("lets the event loop turn", async () => {
  const pause = createPause({ monotonicMs: () => performance.now(), sliceMs: 0 });
  const order: string[] = [];
  setImmediate(() => order.push("other work"));
  await pause();
  order.push("goes on");
  expect(order).toEqual(["other work", "goes on"]);
});
