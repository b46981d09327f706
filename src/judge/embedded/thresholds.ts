import type { Thresholds } from "../../core/thresholds.ts";
import type { TriadMetric } from "../../core/metric.ts";

/** The thresholds of `embedded/1`, derived from human labels by `scripts/judges/derive-thresholds.ts`. */
export const embeddedThresholds: Readonly<Record<TriadMetric, Thresholds>> = {
  context_relevance: { warning: 0.35, page: 0.25 },
  groundedness: { warning: 0.6, page: 0.5 },
  answer_relevance: { warning: 0.35, page: 0.25 },
};

/** A chunk at or above it counts as relevant. */
export const relevantChunkThreshold = 0.4;
