/** Scores counted by value: they have four decimals, so memory is bounded whatever the number of requests. */
export interface ScoreCounts {
  add(score: number): void;
  count(): number;
  mean(): number | undefined;
  /** How often each of the 10,001 values occurred. */
  readonly counts: Readonly<Uint32Array>;
}

const steps = 10_000;

/** Counts of nothing yet. */
export function createScoreCounts(): ScoreCounts {
  const counts = new Uint32Array(steps + 1);
  let count = 0;
  let sum = 0;
  return {
    add(score) {
      const step = Math.round(score * steps);
      counts[step] = (counts[step] ?? 0) + 1;
      count++;
      sum += score;
    },
    count: () => count,
    mean: () => (count === 0 ? undefined : sum / count),
    counts,
  };
}

/**
 * The probability that a score of `high` is above one of `low`, ties counting half: the area under the ROC curve.
 * `undefined` when either is empty.
 */
export function aurocOf(high: ScoreCounts, low: ScoreCounts): number | undefined {
  if (high.count() === 0 || low.count() === 0) return undefined;
  let lowBelow = 0;
  let wins = 0;
  for (const [step, highs] of high.counts.entries()) {
    const lows = low.counts[step] ?? 0;
    wins += highs * (lowBelow + lows / 2);
    lowBelow += lows;
  }
  return wins / (high.count() * low.count());
}
