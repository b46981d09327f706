import type { MetricId } from "./metric.ts";

/** Below `warning` a score warns, below `page` it pages. Both in [0, 1], `page` at most `warning`. */
export interface Thresholds {
  readonly warning: number;
  readonly page: number;
}

/** How severe a score below a threshold is. */
export type Severity = "warning" | "page";

/** What a score amounts to under its judge's thresholds. */
export type Quality = "pass" | "warn" | "fail";

/** A threshold set in options or the configuration file. The most specific entry wins: judge and intent class, judge, intent class, neither. */
export interface ThresholdOverride extends Thresholds {
  readonly metric: MetricId;
  /** `name/version` of the judge it is for; all judges of the metric when left out. */
  readonly judge?: string;
  /** The intent class it is for; all of them when left out. */
  readonly intentClass?: string;
}

/**
 * The literature's thresholds (answer relevance: ours). They hold for embedding, NLI and LLM judges;
 * each embedded judge ships its own, derived from labels.
 */
export const literatureThresholds: Readonly<
  Record<"context_relevance" | "groundedness" | "answer_relevance", Thresholds>
> = {
  context_relevance: { warning: 0.75, page: 0.65 },
  groundedness: { warning: 0.8, page: 0.7 },
  answer_relevance: { warning: 0.7, page: 0.6 },
};

/**
 * The thresholds of judges, by name and metric, whose scale is not the literature's. The share of sentences that a query
 * needs is small when retrieval is good: one needed sentence in five chunks of ten is 0.02. Nearly 0 says that nothing
 * was needed. Ours; to be set for your corpus.
 */
export const thresholdsByName: Readonly<Record<string, Readonly<Record<string, Thresholds>>>> = {
  "llm-sentences": { context_relevance: { warning: 0.01, page: 0.005 } },
};

/** The quality of one score under the thresholds of the judge that gave it. */
export function qualityOf(score: number, thresholds: Thresholds): Quality {
  if (score < thresholds.page) return "fail";
  return score < thresholds.warning ? "warn" : "pass";
}

/** The severities a score violates: a score below page violates both. */
export function violatedSeverities(score: number, thresholds: Thresholds): readonly Severity[] {
  if (score < thresholds.page) return ["warning", "page"];
  return score < thresholds.warning ? ["warning"] : [];
}

/** The thresholds for a metric, judge and intent class: the most specific override, else the judge's own. */
export function resolveThresholds(
  overrides: readonly ThresholdOverride[],
  target: { readonly metric: MetricId; readonly judge: string; readonly intentClass: string },
  own: Thresholds,
): Thresholds {
  let best: ThresholdOverride | undefined;
  let bestRank = -1;
  for (const override of overrides) {
    if (override.metric !== target.metric) continue;
    if (override.judge !== undefined && override.judge !== target.judge) continue;
    if (override.intentClass !== undefined && override.intentClass !== target.intentClass) continue;
    const rank = (override.judge === undefined ? 0 : 2) + (override.intentClass === undefined ? 0 : 1);
    if (rank >= bestRank) {
      best = override;
      bestRank = rank;
    }
  }
  return best === undefined ? own : { warning: best.warning, page: best.page };
}
