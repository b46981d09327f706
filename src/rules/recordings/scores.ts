import type { MetricId } from "../../core/metric.ts";
import { judgedLabels, histogramName, scoreLabels, type Level, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";

/** The window of the increments that longer ones are summed from: half hours, burn rates, and what is usual in a week. */
export const stepWindow = "5m";

/** The window that those of scores and budgets over days are summed from: 7 days are 336 of it, and 2016 of the shortest. */
export const longStepWindow = "30m";

/** `intent:rag_score:mean15m`. */
export function meanName(level: Level, window: string): string {
  return `${level}:rag_score:mean${window}`;
}

/** `intent:rag_score_count:increase15m`. */
export function incrementName(level: Level, quantity: "sum" | "count", window: string): string {
  return `${level}:rag_score_${quantity}:increase${window}`;
}

/**
 * Increments of sum and count from the histograms, one rule a metric under one name. Sums that are not finite are left out
 * (NaN is less than nothing), and so is what was counted with them: else one such score would blind the longest window for
 * as long as it lasts.
 */
export function rawIncrements(context: RuleContext, level: Level, window: string): readonly Recording[] {
  const by = judgedLabels(context, level);
  const record = (metric: MetricId, quantity: "sum" | "count", expr: (increase: string) => string): Recording => ({
    record: incrementName(level, quantity, window),
    doc: `The ${quantity} of scores within ${window}.`,
    labels: { rag_metric: metric },
    expr: expr(`sum by (${by}) (increase(${histogramName(metric)}_${quantity}[${context.profile.range(window)}]))`),
  });
  const sumOf = (metric: MetricId): string => `${incrementName(level, "sum", window)}{rag_metric="${metric}"}`;
  const { metrics } = context.settings;
  return [
    ...metrics.map((metric) => record(metric, "sum", (increase) => `${increase} < Inf`)),
    ...metrics.map((metric) =>
      record(metric, "count", (increase) => `  ${increase}\nand on (${by})\n  ${sumOf(metric)}`),
    ),
  ];
}

/**
 * Increments of a longer window: the sum of those recorded for `step`, one after the other. Weighted by traffic, unlike a
 * mean of means. Steps are at round times, so that the window ends up to one step ago; of half
 * hours, which are summed themselves, up to 35 minutes and an interval of the group.
 */
export function summedIncrements(context: RuleContext, window: string, step: string): readonly Recording[] {
  const { range } = context.profile;
  return (["sum", "count"] as const).map((quantity) => ({
    record: incrementName("slice", quantity, window),
    doc: `The ${quantity} of scores within ${window}.`,
    expr: `sum_over_time(${incrementName("slice", quantity, step)}[${range(window)}:${range(step)}])`,
  }));
}

/** Increments of a level from those of the level below. */
export function rolledUp(context: RuleContext, from: Level, to: Level, window: string): readonly Recording[] {
  return (["sum", "count"] as const).map((quantity) => ({
    record: incrementName(to, quantity, window),
    doc: `The ${quantity} of scores within ${window}.`,
    expr: `sum by (${scoreLabels(context, to)}) (${incrementName(from, quantity, window)})`,
  }));
}

/**
 * The traffic-weighted mean: no sample instead of NaN when nothing was scored. Rounded to 6 decimals (scores have 4), so
 * that scores equal to a threshold have a mean equal to it; at most 1, since increase() extrapolates sum and count by
 * themselves.
 */
export function mean(level: Level, window: string): Recording {
  return {
    record: meanName(level, window),
    doc: `The mean score within ${window}.`,
    expr: `clamp_max(
  round(
      ${incrementName(level, "sum", window)}
    /
      (${incrementName(level, "count", window)} > 0),
    1e-6
  ),
  1
)`,
  };
}
