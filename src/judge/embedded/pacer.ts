import type { JudgeContext } from "../../core/judge.ts";

/**
 * Called between small steps of work: stops when the signal is aborted, and lets the event loop run when this thread
 * also serves requests. Cheap where there is nothing to wait for.
 */
export type Pacer = () => Promise<void> | undefined;

/** The pacer of one judgement. It throws the signal's reason once that is aborted. */
export function createPacer(context: Pick<JudgeContext, "signal" | "pause">): Pacer {
  return () => {
    context.signal.throwIfAborted();
    return context.pause?.();
  };
}
