import type { Clock } from "../core/clock.ts";

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Moves time on by `ms`, calling what falls due in its order and letting promises settle after each call. */
  advance(ms: number): Promise<void>;
  /** How many scheduled calls are open. */
  readonly scheduled: number;
}

/** Options of {@link createManualClock}. */
export interface ManualClockOptions {
  /** Where the wall clock stands at first, in milliseconds since the Unix epoch. @default 1_700_000_000_000 */
  readonly epochMs?: number;
}

/** Makes a {@link ManualClock}; its monotonic time begins at 0. */
export function createManualClock(options: ManualClockOptions = {}): ManualClock {
  const startEpochMs = options.epochMs ?? 1_700_000_000_000;
  const timers = new Set<{ readonly dueMs: number; readonly callback: () => void }>();
  let nowMs = 0;

  function nextDue(untilMs: number): { readonly dueMs: number; readonly callback: () => void } | undefined {
    let next: { readonly dueMs: number; readonly callback: () => void } | undefined;
    for (const timer of timers) {
      if (timer.dueMs <= untilMs && (next === undefined || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  }

  return {
    monotonicMs: () => nowMs,
    epochMs: () => startEpochMs + nowMs,
    schedule(callback, delayMs) {
      const timer = { dueMs: nowMs + Math.max(0, delayMs || 0), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle();
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        timers.delete(due);
        nowMs = Math.max(nowMs, due.dueMs);
        due.callback();
        await settle();
      }
      nowMs = untilMs;
    },
    get scheduled() {
      return timers.size;
    },
  };
}

function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
