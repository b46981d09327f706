/** How much there may be of something, on average. */
export interface BucketRate {
  readonly perMinute: number;
  /** What may be taken at once after a pause. */
  readonly capacity: number;
}

/** Something that runs full again at a steady rate. */
export interface TokenBucket {
  readonly capacity: number;
  /** Milliseconds until `amount` is there, if nobody else takes; 0 when it is. More than the capacity never is. */
  msUntil(amount: number, nowMs: number): number;
  /** Takes `amount` whether it is there or not: what is missing is owed. A negative amount is given back. */
  take(amount: number, nowMs: number): void;
}

/** A token bucket (as a meter: J. Turner, "New directions in communications", 1986), full at first. */
export function createTokenBucket({ perMinute, capacity }: BucketRate): TokenBucket {
  const perMs = perMinute / 60_000;
  let level = capacity;
  let countedMs: number | undefined;

  function refill(nowMs: number): void {
    if (countedMs !== undefined) level = Math.min(capacity, level + Math.max(0, nowMs - countedMs) * perMs);
    countedMs = nowMs;
  }

  return {
    capacity,
    msUntil(amount, nowMs) {
      refill(nowMs);
      const missing = amount - level;
      // Whole milliseconds: a timer for less might not move the clock at all.
      return missing <= 0 ? 0 : Math.ceil(missing / perMs);
    },
    take(amount, nowMs) {
      refill(nowMs);
      level -= amount;
    },
  };
}
