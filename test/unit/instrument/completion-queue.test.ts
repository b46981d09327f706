import { describe, expect, it } from "vitest";
import { createCompletionQueue } from "../../../src/instrument/completion-queue.ts";

/** A queue whose turns the test takes, with a clock that each handled item moves on. */
function createRig(itemMs: number, limit: number) {
  const turns: (() => void)[] = [];
  const handled: number[] = [];
  let nowMs = 0;
  const queue = createCompletionQueue<number>({
    clock: { monotonicMs: () => nowMs, epochMs: () => 0, schedule: () => () => {} },
    limit,
    defer: (callback) => void turns.push(callback),
    handle: (item) => {
      handled.push(item);
      nowMs += itemMs;
    },
  });
  return { queue, handled, turns, turn: () => turns.shift()?.() };
}

describe("the completion queue", () => {
  it("handles nothing on the caller's turn, and everything in order later", () => {
    const { queue, handled, turn } = createRig(1, 1_000);
    for (let item = 0; item < 3; item++) queue.push(item);
    expect([handled, queue.size]).toEqual([[], 3]);
    turn();
    expect([handled, queue.size]).toEqual([[0, 1, 2], 0]);
  });

  it("lets other work through between time slices", () => {
    const { queue, handled, turn, turns } = createRig(1, 1_000);
    for (let item = 0; item < 12; item++) queue.push(item);
    turn();
    expect(handled).toHaveLength(5);
    queue.push(12);
    expect(turns).toHaveLength(1);
    turn();
    turn();
    expect(handled).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(turns).toHaveLength(0);
  });

  it("never holds more than its limit from one turn to the next", () => {
    const { queue, handled, turn } = createRig(100, 10);
    for (let item = 0; item < 500; item++) queue.push(item);
    turn();
    expect(queue.size).toBe(10);
    expect(handled).toHaveLength(490);
  });
});
