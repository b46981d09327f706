import { reasonsOutsideCoverage, type Outcome } from "./outcome.ts";
import type { VerdictCounts } from "./claim.ts";
import type { MetricId } from "./metric.ts";
import { qualityOf, type Quality, type Thresholds } from "./thresholds.ts";

/** What became of a request's evaluation as a whole: `rag.evaluation.status`. */
export type EvaluationStatus =
  | "scored"
  | "partial"
  | "unscored"
  | "dropped"
  | "late"
  | "linked"
  | "shutdown"
  | "not_sampled";

/** The part of the pipeline a low quality comes from: `rag.diagnosis`. */
export const diagnoses = ["retrieval", "generation", "answer", "none", "unknown"] as const;

/** One of {@link diagnoses}. */
export type Diagnosis = (typeof diagnoses)[number];

/** A metric's outcome with the thresholds of the judge that gave it. */
export interface EvaluatedMetric {
  readonly outcome: Outcome;
  readonly thresholds: Thresholds;
  /** The verdicts on its claims, if it has any. */
  readonly verdicts?: VerdictCounts | undefined;
}

/** The evaluated metrics of one request. */
export type EvaluatedMetrics = Readonly<Partial<Record<MetricId, EvaluatedMetric>>>;

/** The status that the outcomes amount to, once all of them are known in time. */
export function statusOf(outcomes: readonly Outcome[]): EvaluationStatus {
  const reasons = outcomes.flatMap((outcome) => ("reason" in outcome ? [outcome.reason] : []));
  if (reasons.length === 0 && outcomes.length > 0) return "scored";
  if (reasons.length < outcomes.length) return "partial";
  if (reasons.includes("shutdown")) return "shutdown";
  if (reasons.includes("queue_full")) return "dropped";
  return reasons.length > 0 && reasons.every((reason) => reason === "not_sampled") ? "not_sampled" : "unscored";
}

/** The quality of the worst scored metric; `fail` too when a claim is contradicted; `undefined` when nothing was scored. */
export function overallQuality(metrics: EvaluatedMetrics): Quality | undefined {
  let worst: Quality | undefined;
  for (const metric of Object.values(metrics)) {
    const quality = metric === undefined ? undefined : metricQuality(metric);
    if (quality === undefined) continue;
    if (worst === undefined || severityRank[quality] > severityRank[worst]) worst = quality;
  }
  return worst;
}

const severityRank: Readonly<Record<Quality, number>> = { pass: 0, warn: 1, fail: 2 };

/**
 * Where a low quality comes from: context relevance first, since a low one makes the others symptoms, then
 * groundedness, then answer relevance. `none` when what was scored is good, `unknown` when nothing was scored or
 * context relevance could not be judged although it should have been.
 */
export function diagnose(metrics: EvaluatedMetrics): Diagnosis {
  const retrieval = metrics["context_relevance"];
  if (isLow(retrieval)) return "retrieval";
  const retrievalReason = reasonOf(retrieval);
  if (retrievalReason === "no_context" || retrievalReason === "retriever_error") return "retrieval";
  const lower = isLow(metrics["groundedness"])
    ? "generation"
    : isLow(metrics["answer_relevance"])
      ? "answer"
      : undefined;
  if (lower !== undefined) {
    return retrievalReason !== undefined && !reasonsOutsideCoverage.has(retrievalReason) ? "unknown" : lower;
  }
  return Object.values(metrics).some((metric) => metric !== undefined && "score" in metric.outcome)
    ? "none"
    : "unknown";
}

/** The quality of one metric; a contradicted claim fails it whatever the score is. `undefined` when it has no score. */
function metricQuality(metric: EvaluatedMetric): Quality | undefined {
  if (!("score" in metric.outcome)) return undefined;
  const contradicted = (metric.verdicts?.contradicted ?? 0) > 0;
  return contradicted ? "fail" : qualityOf(metric.outcome.score, metric.thresholds);
}

function isLow(metric: EvaluatedMetric | undefined): boolean {
  return metric !== undefined && metricQuality(metric) !== undefined && metricQuality(metric) !== "pass";
}

function reasonOf(metric: EvaluatedMetric | undefined) {
  return metric !== undefined && "reason" in metric.outcome ? metric.outcome.reason : undefined;
}
