import type { JudgeFailure } from "../core/judge-failure.ts";

/**
 * How long the other side asked to be left alone, in milliseconds; `undefined` when it did not, or asked for what is no
 * time: `Number(header)` of an adapter is NaN for a date.
 */
export function askedPauseMs({ retryAfterMs }: JudgeFailure): number | undefined {
  return retryAfterMs !== undefined && retryAfterMs > 0 ? retryAfterMs : undefined;
}
