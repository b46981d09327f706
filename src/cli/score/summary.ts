import { triadMetrics } from "../../core/metric.ts";
import { outputNames } from "./score-row.ts";
import type { MetricTally, Tally } from "./tally.ts";

/** The last words of a run: how many lines and bad ones, how long, and per metric the mean and the unscored by reason. */
export function summaryOf(tally: Tally, seconds: number): string {
  const width = Math.max(...Object.values(outputNames).map((name) => name.length));
  const lines = triadMetrics.map(
    (metric) => `  ${outputNames[metric].padEnd(width)}  ${metricSummary(tally.metric(metric))}`,
  );
  const head = `scored ${count(tally.rows(), "line")} (${tally.bad()} bad) in ${seconds.toFixed(1)} s`;
  return `${[head, ...(tally.rows() === 0 ? [] : lines)].join("\n")}\n`;
}

function metricSummary({ scored, mean, unscored }: MetricTally): string {
  const scores = mean === undefined ? "no scores" : `mean ${mean.toFixed(4)} of ${count(scored, "score")}`;
  const reasons = [...unscored].sort(([, a], [, b]) => b - a).map(([reason, lines]) => `${reason} ${lines}`);
  return reasons.length === 0 ? scores : `${scores}; unscored: ${reasons.join(", ")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
