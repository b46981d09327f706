import type { JudgeFailure } from "../core/judge-failure.ts";
import { onAbort } from "../core/on-abort.ts";
import { abortFailure, refuseAborted } from "./aborted.ts";

/** One who waits, until one of the two is called. */
export interface Waiter<T> {
  readonly item: T;
  admit(): void;
  refuse(failure: JudgeFailure): void;
}

/** Those who wait, first come first served. */
export interface WaitingLine<T> {
  readonly length: number;
  /** Who comes next. */
  first(): Waiter<T> | undefined;
  /** All of them, in their order. */
  waiters(): Iterable<Waiter<T>>;
  /** Resolves when admitted; rejects when refused or aborted, and then the place in the line is free at once. */
  join(item: T, signal: AbortSignal): Promise<void>;
}

/** Makes a {@link WaitingLine}; `onLeave` is told when somebody left because of an abort. */
export function createWaitingLine<T>(onLeave: () => void = () => undefined): WaitingLine<T> {
  const line = new Set<Waiter<T>>();
  return {
    get length() {
      return line.size;
    },
    first: () => line.values().next().value,
    waiters: () => line.values(),
    async join(item, signal) {
      refuseAborted(signal);
      await new Promise<void>((resolve, reject) => {
        const stop = onAbort(signal, () => {
          line.delete(waiter);
          reject(abortFailure(signal));
          onLeave();
        });
        const leave = (): void => {
          line.delete(waiter);
          stop();
        };
        const waiter: Waiter<T> = {
          item,
          admit() {
            leave();
            resolve();
          },
          refuse(failure) {
            leave();
            reject(failure);
          },
        };
        line.add(waiter);
      });
    },
  };
}
