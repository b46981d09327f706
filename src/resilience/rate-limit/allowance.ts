import { createTokenBucket, type BucketRate, type TokenBucket } from "./token-bucket.ts";

/** Rates to keep to. */
export interface AllowanceRates {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly burstMs: number;
}

/** What calls ask for. */
export interface Demand {
  readonly calls: number;
  readonly tokens: number;
  /** Tokens that others take first. */
  readonly ahead?: number;
}

/** What may be used: calls and tokens side by side, and nothing at all during a pause. */
export interface Allowance {
  /** Milliseconds until there is enough; 0 when there is. */
  msUntil(demand: Demand, nowMs: number): number;
  /** Takes, or gives back what is negative. */
  take(demand: Demand, nowMs: number): void;
  /** Nothing until then. */
  pause(untilMs: number): void;
}

/** Makes an {@link Allowance}, full at first. */
export function createAllowance({ requestsPerMinute, tokensPerMinute, burstMs }: AllowanceRates): Allowance {
  const bucketOf = (perMinute: number | undefined): TokenBucket | undefined =>
    perMinute === undefined ? undefined : createTokenBucket(rateOf(perMinute, burstMs));
  const calls = bucketOf(requestsPerMinute);
  const tokens = bucketOf(tokensPerMinute);
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    msUntil(demand, nowMs) {
      const pauseMs = Math.max(0, Math.ceil(pausedUntilMs - nowMs));
      // A call with more tokens than the bucket holds goes when it is full, and owes the rest.
      const needed = (demand.ahead ?? 0) + Math.min(demand.tokens, tokens?.capacity ?? 0);
      return Math.max(pauseMs, calls?.msUntil(demand.calls, nowMs) ?? 0, tokens?.msUntil(needed, nowMs) ?? 0);
    },
    take(demand, nowMs) {
      calls?.take(demand.calls, nowMs);
      tokens?.take(demand.tokens, nowMs);
    },
    pause(untilMs) {
      pausedUntilMs = Math.max(pausedUntilMs, untilMs);
    },
  };
}

function rateOf(perMinute: number, burstMs: number): BucketRate {
  return { perMinute, capacity: Math.max(1, (perMinute * burstMs) / 60_000) };
}
