import { ignoreRejection } from "../../core/ignore-rejection.ts";
import type { EmbeddingCall } from "./embedding-call.ts";
import type { UnitVector } from "./unit-vector.ts";

/** A call that is under way, for everybody who waits for one of its texts. */
export interface Flight {
  readonly keys: readonly string[];
  readonly vectors: Promise<ReadonlyMap<string, UnitVector>>;
  takeUsage: EmbeddingCall["takeUsage"];
  /** One more waits. The returned function leaves; when the last has left, the call is aborted with that one's reason. */
  board(): (reason?: unknown) => void;
}

/** The calls under way, by what they embed: a text is embedded once however many ask for it. */
export interface Flights {
  find(key: string): Flight | undefined;
  /** Starts a call for the keys, in the order of its texts. */
  start(keys: readonly string[], call: (signal: AbortSignal) => EmbeddingCall): Flight;
}

/** Creates the table of calls under way. */
export function createFlights(): Flights {
  const byKey = new Map<string, Flight>();

  function forget(flight: Flight): void {
    for (const key of flight.keys) if (byKey.get(key) === flight) byKey.delete(key);
  }

  return {
    find: (key) => byKey.get(key),
    start(keys, call) {
      const controller = new AbortController();
      const { vectors, takeUsage } = call(controller.signal);
      let waiting = 0;
      let settled = false;
      const flight: Flight = {
        keys,
        vectors: vectors.then((list) => new Map(list.map((vector, index) => [keys[index] ?? "", vector]))),
        takeUsage,
        board() {
          waiting++;
          let left = false;
          return (reason) => {
            if (left) return;
            left = true;
            if (--waiting > 0 || settled) return;
            // Whoever comes now must not board a call that is being given up.
            forget(flight);
            controller.abort(reason);
          };
        },
      };
      for (const key of keys) byKey.set(key, flight);
      // It may fail when everybody has left.
      ignoreRejection(
        flight.vectors.finally(() => {
          settled = true;
          forget(flight);
        }),
      );
      return flight;
    },
  };
}
