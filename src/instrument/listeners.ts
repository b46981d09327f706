import { errorTypeOf } from "../core/errors.ts";
import type { TriadEventMap } from "../core/events.ts";

type Listener = (event: never) => unknown;

/** The users' listeners, by event. */
export interface Listeners {
  on<K extends keyof TriadEventMap>(event: K, listener: (event: TriadEventMap[K]) => void): () => void;
  /** Calls every listener; one that throws or rejects is reported and contained. Returns how many there were. */
  emit<K extends keyof TriadEventMap>(event: K, value: TriadEventMap[K]): number;
}

/** Creates the listeners. `onFailure` hears of a listener that failed: the event and the failure's class or code. */
export function createListeners(onFailure: (event: keyof TriadEventMap, errorType: string) => void): Listeners {
  const byEvent: Record<keyof TriadEventMap, Set<Listener>> = {
    completed: new Set(),
    evaluated: new Set(),
    dropped: new Set(),
    warning: new Set(),
  };
  return {
    on(event, listener) {
      if (!Object.hasOwn(byEvent, event)) {
        throw new TypeError(
          `Expected \`event\` to be one of ${Object.keys(byEvent).join(", ")}, got \`${String(event)}\` (${typeof event})`,
        );
      }
      if (typeof listener !== "function") {
        throw new TypeError(`Expected \`listener\` to be a function, got \`${String(listener)}\` (${typeof listener})`);
      }
      // Each subscription is its own, even of the same function twice: undoing one leaves the other.
      const subscription: Listener = (value) => listener(value);
      byEvent[event].add(subscription);
      return () => void byEvent[event].delete(subscription);
    },
    emit(event, value) {
      const listeners = byEvent[event];
      for (const listener of [...listeners]) {
        try {
          const returned: unknown = listener(value as never);
          if (returned instanceof Promise) {
            returned.catch((error: unknown) => onFailure(event, errorTypeOf(error)));
          }
        } catch (error) {
          onFailure(event, errorTypeOf(error));
        }
      }
      return listeners.size;
    },
  };
}
