import type { MetricId } from "../../core/metric.ts";

/** A metric's name for people: `Answer relevance`; of a criterion `Criterion tone`. */
export function metricTitle(metric: MetricId): string {
  const words = metric.replace(/^criteria\./, "criterion ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
