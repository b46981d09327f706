import type { Clock } from "../core/clock.ts";
import type { DrainReport } from "../core/scoring-job.ts";

/** Those who wait until nothing is open. */
export interface DrainWaiters {
  /** Waits until nothing is open or the time is up. */
  wait(timeoutMs: number): Promise<DrainReport>;
  /** To be called whenever a job was resolved. */
  resolved(): void;
}

/** Creates the waiters; `open` says how many jobs are open, `keepAlive` is told whether anyone waits. */
export function createDrainWaiters(
  clock: Clock,
  open: () => number,
  keepAlive: (wanted: boolean) => void,
): DrainWaiters {
  const finishers = new Set<() => void>();
  let resolvedCount = 0;
  return {
    wait(timeoutMs) {
      if (open() === 0 || !(timeoutMs > 0)) return Promise.resolve({ resolved: 0, remaining: open() });
      const resolvedBefore = resolvedCount;
      return new Promise((resolve) => {
        const finish = (): void => {
          if (!finishers.delete(finish)) return;
          cancel();
          if (finishers.size === 0) keepAlive(false);
          resolve({ resolved: resolvedCount - resolvedBefore, remaining: open() });
        };
        finishers.add(finish);
        if (finishers.size === 1) keepAlive(true);
        // The one timer that keeps the process alive: whoever waits for the scores wants them.
        const cancel = clock.schedule(finish, timeoutMs, { keepAlive: true });
      });
    },
    resolved() {
      resolvedCount++;
      if (open() > 0) return;
      for (const finish of [...finishers]) finish();
    },
  };
}
