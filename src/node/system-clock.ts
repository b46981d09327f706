import type { Clock } from "../core/clock.ts";

/** The longest delay a Node timer takes; a longer one would fire at once. */
const longestTimerMs = 2_147_483_647;

/** The machine's time. A delay that is no number counts as 0; `Infinity` never comes. */
export function createSystemClock(): Clock {
  return {
    monotonicMs: () => performance.now(),
    epochMs: () => Date.now(),
    schedule(callback, delayMs, { keepAlive = false } = {}) {
      let timer: NodeJS.Timeout;
      const wait = (remainingMs: number): void => {
        const stepMs = Math.min(Math.max(0, remainingMs || 0), longestTimerMs);
        timer = setTimeout(() => (remainingMs > stepMs ? wait(remainingMs - stepMs) : callback()), stepMs);
        if (!keepAlive) timer.unref();
      };
      wait(delayMs);
      return () => clearTimeout(timer);
    },
  };
}
