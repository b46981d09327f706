import type { Pause } from "../core/cpu-executor.ts";

/** How long work on the main thread may hold the event loop, in milliseconds. */
const defaultSliceMs = 4;

/** Options of {@link createPause}. */
export interface PauseOptions {
  readonly monotonicMs: () => number;
  /** @default 4 */
  readonly sliceMs?: number;
  /** Calls back in a later turn of the event loop. @default setImmediate */
  readonly nextTurn?: (callback: () => void) => void;
}

/**
 * Creates a pause for work in time slices: it returns `undefined` until the slice is used up, then a promise that
 * resolves in a later turn of the event loop. Everything that shares a pause shares its slice.
 */
export function createPause({ monotonicMs, sliceMs = defaultSliceMs, nextTurn = setImmediate }: PauseOptions): Pause {
  let sliceStartMs = monotonicMs();
  let turn: Promise<void> | undefined;
  return () => {
    if (turn !== undefined) return turn;
    if (monotonicMs() - sliceStartMs < sliceMs) return undefined;
    turn = new Promise((resolve) => {
      nextTurn(() => {
        turn = undefined;
        sliceStartMs = monotonicMs();
        resolve();
      });
    });
    return turn;
  };
}
