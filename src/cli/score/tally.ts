import { triadMetrics, type TriadMetric } from "../../core/metric.ts";
import type { UnscoredReason } from "../../core/outcome.ts";
import type { ScoreRow } from "./score-row.ts";

/** What became of one metric over a run. */
export interface MetricTally {
  readonly scored: number;
  /** The mean of the scores; `undefined` when there are none. */
  readonly mean: number | undefined;
  readonly unscored: ReadonlyMap<UnscoredReason, number>;
}

/** Counts a run in constant memory. */
export interface Tally {
  /** Interactions counted by `add`. */
  rows(): number;
  /** Lines counted by `addBad`. */
  bad(): number;
  add(row: ScoreRow): void;
  addBad(): void;
  metric(metric: TriadMetric): MetricTally;
}

/** A tally of nothing yet. */
export function createTally(): Tally {
  let rows = 0;
  let bad = 0;
  const metrics = new Map(
    triadMetrics.map((metric) => [metric, { scored: 0, sum: 0, unscored: new Map<UnscoredReason, number>() }]),
  );
  return {
    rows: () => rows,
    bad: () => bad,
    add({ results }) {
      rows++;
      for (const [metric, counts] of metrics) {
        const { outcome } = results[metric];
        if ("score" in outcome) {
          counts.scored++;
          counts.sum += outcome.score;
        } else {
          counts.unscored.set(outcome.reason, (counts.unscored.get(outcome.reason) ?? 0) + 1);
        }
      }
    },
    addBad() {
      bad++;
    },
    metric(metric) {
      const { scored, sum, unscored } = metrics.get(metric) ?? { scored: 0, sum: 0, unscored: new Map() };
      return { scored, mean: scored === 0 ? undefined : sum / scored, unscored };
    },
  };
}
