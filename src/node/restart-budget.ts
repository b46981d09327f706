/** How often something may start again. */
export interface RestartBudget {
  /** Takes one start and returns 0, or returns the milliseconds until there is one to take. */
  take(): number;
}

/** Options of {@link createRestartBudget}. */
export interface RestartBudgetOptions {
  readonly monotonicMs: () => number;
  /** Starts that may follow each other at once. */
  readonly burst: number;
  /** Milliseconds after which one more start is allowed. */
  readonly refillMs: number;
}

/** A token bucket of starts: what dies over and over does not eat the machine by being started over and over. */
export function createRestartBudget({ monotonicMs, burst, refillMs }: RestartBudgetOptions): RestartBudget {
  let tokens = burst;
  let countedMs = monotonicMs();
  return {
    take() {
      const nowMs = monotonicMs();
      tokens = Math.min(burst, tokens + (nowMs - countedMs) / refillMs);
      countedMs = nowMs;
      if (tokens < 1) return Math.ceil((1 - tokens) * refillMs);
      tokens -= 1;
      return 0;
    },
  };
}
