import type { TriadMetric } from "../../core/metric.ts";
import type { Thresholds } from "../../core/thresholds.ts";

/**
 * The thresholds of `embedded/1`, on means of many requests. Derived from human labels by
 * `scripts/judges/derive-thresholds.ts`: silent when a tenth of the interactions are bad, warning at three tenths, page at half.
 */
export const embeddedThresholds: Readonly<Record<TriadMetric, Thresholds>> = {
  context_relevance: { warning: 0.45, page: 0.37 },
  groundedness: { warning: 0.81, page: 0.76 },
  answer_relevance: { warning: 0.39, page: 0.3 },
};

/** A chunk at or above it counts as relevant; derived by the same script. */
export const relevantChunkThreshold = 0.25;
