/** The mean, or `undefined` of nothing. */
export function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** The `q`-quantile by linear interpolation (Hyndman and Fan 1996, type 7), or `undefined` of nothing. */
export function quantile(values: readonly number[], q: number): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const position = Math.min(Math.max(q, 0), 1) * (sorted.length - 1);
  const low = Math.floor(position);
  const lower = sorted[low] ?? 0;
  const upper = sorted[Math.min(low + 1, sorted.length - 1)] ?? lower;
  return lower + (upper - lower) * (position - low);
}

/**
 * Area under the ROC curve: the probability that a positive ranks above a negative, ties counting half
 * (Mann and Whitney 1947). `undefined` when either side is empty.
 */
export function areaUnderRoc(positives: readonly number[], negatives: readonly number[]): number | undefined {
  if (positives.length === 0 || negatives.length === 0) return undefined;
  const pooled = [
    ...positives.map((value) => ({ value, positive: true })),
    ...negatives.map((value) => ({ value, positive: false })),
  ].sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < pooled.length;) {
    let end = start;
    while (end < pooled.length && pooled[end]?.value === pooled[start]?.value) end++;
    const rank = (start + 1 + end) / 2;
    for (let index = start; index < end; index++) if (pooled[index]?.positive) rankSum += rank;
    start = end;
  }
  const count = positives.length;
  return (rankSum - (count * (count + 1)) / 2) / (count * negatives.length);
}
