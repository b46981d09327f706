import { quantile } from "../../../src/core/statistics.ts";

/** What rag-triad adds to the latency of a request, in milliseconds: the wrapped service's quantile minus the bare one's. */
export interface AddedLatency {
  readonly p50: number;
  readonly p99: number;
  readonly bare: { readonly p50: number; readonly p99: number };
  readonly wrapped: { readonly p50: number; readonly p99: number };
  readonly pairs: number;
}

/** Milliseconds of the same requests, bare and wrapped. */
export interface LatencyPairs {
  readonly bare: readonly number[];
  readonly wrapped: readonly number[];
}

/** Compares the quantiles; `undefined` when nothing was measured. */
export function addedLatency({ bare, wrapped }: LatencyPairs): AddedLatency | undefined {
  if (bare.length === 0 || wrapped.length === 0) return undefined;
  const bareQuantiles = quantilesOf(bare);
  const wrappedQuantiles = quantilesOf(wrapped);
  return {
    p50: round(wrappedQuantiles.p50 - bareQuantiles.p50),
    p99: round(wrappedQuantiles.p99 - bareQuantiles.p99),
    bare: bareQuantiles,
    wrapped: wrappedQuantiles,
    pairs: Math.min(bare.length, wrapped.length),
  };
}

/**
 * Measures two variants side by side: each item goes to both, one after the other, and who is first changes every time.
 * The first `warmUp` pairs are not counted.
 */
export async function measurePairs<T>(
  items: readonly T[],
  { bare, wrapped, warmUp }: { bare: (item: T) => Promise<number>; wrapped: (item: T) => Promise<number>; warmUp: number },
): Promise<LatencyPairs> {
  const pairs: { bare: number[]; wrapped: number[] } = { bare: [], wrapped: [] };
  for (const [position, item] of items.entries()) {
    const first = position % 2 === 0 ? bare : wrapped;
    const second = position % 2 === 0 ? wrapped : bare;
    const times = [await first(item), await second(item)];
    if (position < warmUp) continue;
    const [bareTime = 0, wrappedTime = 0] = position % 2 === 0 ? times : times.toReversed();
    pairs.bare.push(bareTime);
    pairs.wrapped.push(wrappedTime);
  }
  return pairs;
}

function quantilesOf(values: readonly number[]): { p50: number; p99: number } {
  return { p50: round(quantile(values, 0.5) ?? 0), p99: round(quantile(values, 0.99) ?? 0) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
