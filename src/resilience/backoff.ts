import type { Random } from "../core/random.ts";

/** How waits between attempts grow. */
export interface Backoff {
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/** The wait doubled for every attempt after the first, up to the longest: the most that one is made to wait. */
export function delayCeilingMs({ initialDelayMs, maxDelayMs }: Backoff, attempt: number): number {
  return Math.min(maxDelayMs, initialDelayMs * 2 ** (attempt - 1));
}

/**
 * Full jitter: anything from 0 to the ceiling, all alike, so that callers who failed together do not come back together
 * (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015: `random(0, min(cap, base · 2^attempt))`).
 */
export function fullJitterMs(backoff: Backoff, attempt: number, random: Random): number {
  return random() * delayCeilingMs(backoff, attempt);
}
