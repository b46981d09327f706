/**
 * What Prometheus's `histogram_quantile` has to say about these values, computed from its documentation: the bucket that
 * the quantile falls into, and linear interpolation within it; 0 is the lower bound of the first bucket, and in the
 * last one (+Inf) the answer is the highest finite bound. Bounds are upper-inclusive.
 */
export function expectedQuantile(q: number, values: readonly number[], bounds: readonly number[]): number {
  const finite = bounds.filter(Number.isFinite).toSorted((left, right) => left - right);
  const wanted = q * values.length;
  let below = 0;
  for (const [position, bound] of finite.entries()) {
    const atMost = values.filter((value) => value <= bound).length;
    if (atMost >= wanted) {
      const lower = finite[position - 1] ?? 0;
      return lower + ((bound - lower) * (wanted - below)) / (atMost - below);
    }
    below = atMost;
  }
  return finite.at(-1) ?? Number.NaN;
}
