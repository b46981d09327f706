import { quantile } from "../../../src/core/statistics.ts";

/**
 * What rag-triad adds to the latency of a request, in milliseconds: the wrapped service's quantile minus the bare one's.
 * The pairs are cut into blocks, and the quantiles are medians over the blocks, so that one moment in which the machine
 * was busy with something else does not decide.
 */
export interface AddedLatency {
  readonly p50: number;
  readonly p99: number;
  readonly bare: Quantiles;
  readonly wrapped: Quantiles;
  readonly pairs: number;
  readonly blocks: number;
}

/** Two quantiles in milliseconds. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of the same requests, bare and wrapped. */
export interface LatencyPairs {
  readonly bare: readonly number[];
  readonly wrapped: readonly number[];
}

const pairsPerBlock = 200;

/** Compares the quantiles; `undefined` when nothing was measured. */
export function addedLatency({ bare, wrapped }: LatencyPairs): AddedLatency | undefined {
  const pairs = Math.min(bare.length, wrapped.length);
  if (pairs === 0) return undefined;
  const blocks = Math.max(1, Math.floor(pairs / pairsPerBlock));
  const measured = Array.from({ length: blocks }, (_, block) => {
    const [start, end] = [Math.floor((block * pairs) / blocks), Math.floor(((block + 1) * pairs) / blocks)];
    return { bare: quantilesOf(bare.slice(start, end)), wrapped: quantilesOf(wrapped.slice(start, end)) };
  });
  const bareQuantiles = medianOf(measured.map((block) => block.bare));
  const wrappedQuantiles = medianOf(measured.map((block) => block.wrapped));
  return {
    p50: rounded(wrappedQuantiles.p50 - bareQuantiles.p50),
    p99: rounded(wrappedQuantiles.p99 - bareQuantiles.p99),
    bare: bareQuantiles,
    wrapped: wrappedQuantiles,
    pairs,
    blocks,
  };
}

function medianOf(blocks: readonly Quantiles[]): Quantiles {
  const median = (values: readonly number[]): number => rounded(quantile(values, 0.5) ?? 0);
  return { p50: median(blocks.map(({ p50 }) => p50)), p99: median(blocks.map(({ p99 }) => p99)) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/**
 * Measures two variants side by side: each item goes to both, one after the other, and who is first changes every time.
 * The first `warmUp` pairs are not counted.
 */
export async function measurePairs<T>(
  items: readonly T[],
  {
    bare,
    wrapped,
    warmUp,
  }: { bare: (item: T) => Promise<number>; wrapped: (item: T) => Promise<number>; warmUp: number },
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

function quantilesOf(values: readonly number[]): Quantiles {
  return { p50: quantile(values, 0.5) ?? 0, p99: quantile(values, 0.99) ?? 0 };
}
