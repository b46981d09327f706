import type { Clock } from "../core/clock.ts";

/** Work that waits for the request path to be free. */
export interface CompletionQueue<T> {
  /** Cheap and synchronous: the item is handled in a later turn of the event loop. */
  push(item: T): void;
  readonly size: number;
  /** The item that is handled next. */
  readonly next: T | undefined;
}

const timeSliceMs = 4;

/**
 * A queue whose items are handled off the request path, in time slices that let requests through in between. What
 * is beyond `limit` does not wait for the next slice, so that a saturated process cannot pile it up. `defer` runs a
 * callback in a later turn of the event loop; `handle` must not throw.
 */
export function createCompletionQueue<T>(options: {
  readonly clock: Clock;
  readonly limit: number;
  readonly defer: (callback: () => void) => void;
  readonly handle: (item: T) => void;
}): CompletionQueue<T> {
  const { clock, limit, defer, handle } = options;
  let items: T[] = [];
  let next = 0;
  let scheduled = false;

  const drain = () => {
    const startedAt = clock.monotonicMs();
    while (next < items.length) {
      const item = items[next++] as T;
      handle(item);
      const left = items.length - next;
      if (left > 0 && left <= limit && clock.monotonicMs() - startedAt > timeSliceMs) {
        if (next > limit) {
          items = items.slice(next);
          next = 0;
        }
        defer(drain);
        return;
      }
    }
    items = [];
    next = 0;
    scheduled = false;
  };

  return {
    push(item) {
      items.push(item);
      if (scheduled) return;
      scheduled = true;
      defer(drain);
    },
    get size() {
      return items.length - next;
    },
    get next() {
      return items[next];
    },
  };
}
