import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSystemClock } from "../../../src/node/system-clock.ts";

describe("the system clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("calls once after the delay, and not after its cancellation", () => {
    const clock = createSystemClock();
    const called: string[] = [];
    clock.schedule(() => called.push("a"), 100);
    const cancel = clock.schedule(() => called.push("b"), 100);
    vi.advanceTimersByTime(99);
    expect(called).toEqual([]);
    cancel();
    vi.advanceTimersByTime(1_000);
    expect(called).toEqual(["a"]);
  });

  it("keeps to delays that are longer than a Node timer can be", () => {
    const clock = createSystemClock();
    const days = 24 * 60 * 60 * 1_000;
    const called: string[] = [];
    clock.schedule(() => called.push("60 days"), 60 * days);
    clock.schedule(() => called.push("never"), Number.POSITIVE_INFINITY);
    const cancel = clock.schedule(() => called.push("cancelled"), 60 * days);
    vi.advanceTimersByTime(59 * days);
    expect(called).toEqual([]);
    cancel();
    vi.advanceTimersByTime(2 * days);
    expect(called).toEqual(["60 days"]);
    vi.clearAllTimers();
  });

  it.each([Number.NaN, -5])("takes a delay of %s for 0", (delayMs) => {
    const called: string[] = [];
    createSystemClock().schedule(() => called.push("a"), delayMs);
    vi.advanceTimersByTime(0);
    expect(called).toEqual(["a"]);
  });

  it("keeps the process alive only when asked to", () => {
    const clock = createSystemClock();
    const timers: boolean[] = [];
    const spy = vi.spyOn(globalThis, "setTimeout");
    clock.schedule(() => undefined, 10);
    clock.schedule(() => undefined, 10, { keepAlive: true });
    for (const { value } of spy.mock.results) timers.push((value as NodeJS.Timeout).hasRef());
    expect(timers).toEqual([false, true]);
    spy.mockRestore();
  });
});
