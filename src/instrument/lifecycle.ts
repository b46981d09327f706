import type { Clock } from "../core/clock.ts";
import type { ScoringDispatcher } from "../core/scoring-job.ts";
import type { Requests } from "./requests.ts";
import { portionSize, type SpanEnder } from "./span-ender.ts";
import type { FlushReport } from "./triad.ts";

/** What flushing and shutting down work with. */
export interface LifecycleOptions {
  readonly clock: Clock;
  readonly requests: Requests;
  readonly dispatcher: ScoringDispatcher;
  readonly ender: SpanEnder;
  /** Complete requests that are not evaluated. */
  readonly pending: () => number;
  /** Runs a callback in a later turn of the event loop. */
  readonly defer: (callback: () => void) => void;
  /** Everything is evaluated and every span has ended. */
  readonly onClosed: () => void;
}

/** Flushing and shutting down a triad. */
export interface Lifecycle {
  /** Whether intake has stopped. */
  readonly closed: boolean;
  /** Something has ended: whoever waits looks again. */
  changed(): void;
  flush(timeoutMs: number): Promise<FlushReport>;
  shutdown(timeoutMs: number): Promise<FlushReport>;
}

/** Share of a shutdown's time that open requests may take, so that some is left to score them. */
const openShare = 0.6;

/** Creates the life cycle. */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { clock, requests, dispatcher, ender, pending } = options;
  const waiting = new Set<() => void>();
  let shuttingDown: Promise<FlushReport> | undefined;

  /** Resolves with whether `reached` came true before the time was up. */
  function waitFor(reached: () => boolean, timeoutMs: number): Promise<boolean> {
    if (reached()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (value: boolean) => {
        waiting.delete(look);
        cancel();
        resolve(value);
      };
      const look = () => {
        if (reached()) settle(true);
      };
      const cancel = clock.schedule(() => settle(reached()), Math.max(0, timeoutMs), { keepAlive: true });
      waiting.add(look);
    });
  }

  async function flush(timeoutMs: number): Promise<FlushReport> {
    // A caller may have the answer a turn before the request is complete.
    await new Promise<void>((resolve) => options.defer(resolve));
    // Draining keeps worker threads, which do not hold the process otherwise, alive for the while.
    const draining = dispatcher.drain({ timeoutMs });
    const done = await waitFor(() => pending() === 0, timeoutMs);
    if (done) await draining;
    return { done, remaining: pending() };
  }

  /** Each request ends the spans of its generations with it, so the requests are cut off in portions too. */
  async function cutOff(): Promise<void> {
    let ended = 0;
    for (const record of [...requests.open]) {
      ended += 1 + record.generations.length;
      requests.cutOff(record);
      if (ended < portionSize) continue;
      ended = 0;
      await ender.makeRoom();
    }
  }

  async function close(timeoutMs: number): Promise<FlushReport> {
    const startedAt = clock.monotonicMs();
    const remainingMs = () => Math.max(0, timeoutMs - (clock.monotonicMs() - startedAt));
    const scoring = dispatcher.drain({ timeoutMs });
    await waitFor(() => requests.open.size === 0, timeoutMs * openShare);
    ender.endInPortions();
    await cutOff();
    await scoring;
    await Promise.all([dispatcher.drain({ timeoutMs: remainingMs() }), waitFor(() => pending() === 0, remainingMs())]);
    const remaining = pending();
    await dispatcher.close({ timeoutMs: 0 });
    // No judge is waited for any more: what is left is a backlog to count and the limit of an intent class, both short.
    // Nothing is lost, so this wait has no limit.
    await waitFor(() => pending() === 0, Number.POSITIVE_INFINITY);
    await ender.settled();
    options.onClosed();
    return { done: remaining === 0, remaining };
  }

  return {
    get closed() {
      return shuttingDown !== undefined;
    },
    changed() {
      for (const look of [...waiting]) look();
    },
    flush: (timeoutMs) => shuttingDown ?? flush(timeoutMs),
    shutdown(timeoutMs) {
      shuttingDown ??= close(timeoutMs);
      return shuttingDown;
    },
  };
}
