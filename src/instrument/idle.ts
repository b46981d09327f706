import type { Clock } from "../core/clock.ts";
import type { RequestRecord } from "./request-record.ts";

/** Watches one stream; `touch` on every move, `stop` at its end. */
export interface IdleWatch {
  touch(): void;
  stop(): void;
}

/** Calls `onIdle` once when nothing has moved for `timeoutMs`. One timer a stream, re-armed only when it fires. */
export function watchIdle(clock: Clock, timeoutMs: number, onIdle: () => void): IdleWatch {
  let movedAt = clock.monotonicMs();
  const check = () => {
    const remainingMs = movedAt + timeoutMs - clock.monotonicMs();
    if (remainingMs <= 0) onIdle();
    else cancel = clock.schedule(check, remainingMs);
  };
  let cancel = clock.schedule(check, timeoutMs);
  return {
    touch() {
      movedAt = clock.monotonicMs();
    },
    stop() {
      cancel();
    },
  };
}

/** Ends the generator calls of a request that have not ended, as abandoned. */
export function abandonGenerations(record: RequestRecord): void {
  for (const generation of record.generations) if (generation.ending === undefined) generation.abandon();
}
