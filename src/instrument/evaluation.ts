import type { CompletedEvent, EvaluatedEvent } from "../core/events.ts";
import {
  diagnose,
  overallQuality,
  statusOf,
  type EvaluatedMetrics,
  type EvaluationStatus,
} from "../core/evaluation.ts";
import type { Interaction } from "../core/interaction.ts";
import { findJudge, verdictCountsOf, type Judge } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { MetricResult } from "../core/scoring-job.ts";
import { resolveThresholds, type ThresholdOverride, type Thresholds } from "../core/thresholds.ts";
import type { SpanIdentity } from "../core/tracing.ts";
import type { RequestRecord } from "./request-record.ts";

/** The evaluation of one complete request, from its first outcome to its last. */
export interface Evaluation {
  readonly record: RequestRecord;
  readonly completed: CompletedEvent;
  readonly interaction: Interaction;
  /** The span that evaluation events belong to: the last generation's, else the request's. */
  readonly target: SpanIdentity;
  readonly results: Map<MetricId, MetricResult>;
  readonly pending: Set<MetricId>;
  /** `ended` is why the request span had to end before the scores were there. */
  span:
    | { readonly state: "held"; readonly cancelHold: () => void }
    | { readonly state: "ended"; readonly status: "late" | "linked" };
}

/** The thresholds in force for a result: overrides first, else those of the judge, or member, that gave it. */
export function thresholdsFor(
  judge: Judge,
  result: Pick<MetricResult, "judge">,
  intentClass: string,
  overrides: readonly ThresholdOverride[],
): Thresholds {
  const own = (findJudge(judge, result.judge) ?? judge).thresholds;
  return resolveThresholds(overrides, { metric: judge.metric, judge: result.judge, intentClass }, own);
}

/** The event that ends an evaluation. */
export function evaluatedEvent(
  evaluation: Evaluation,
  thresholdsOf: (metric: MetricId, result: MetricResult) => Thresholds,
): EvaluatedEvent {
  const metrics: { -readonly [K in keyof EvaluatedMetrics]: EvaluatedMetrics[K] } = {};
  for (const [metric, result] of evaluation.results) {
    metrics[metric] = {
      outcome: result.outcome,
      thresholds: thresholdsOf(metric, result),
      verdicts: verdictCountsOf(result.detail),
    };
  }
  const quality = overallQuality(metrics);
  return {
    type: "evaluated",
    id: evaluation.record.id,
    slice: evaluation.completed.slice,
    span: evaluation.completed.span,
    status: evaluationStatus(evaluation),
    results: Object.fromEntries(evaluation.results),
    ...(quality !== undefined && { quality }),
    diagnosis: diagnose(metrics),
  };
}

function evaluationStatus(evaluation: Evaluation): EvaluationStatus {
  if (evaluation.span.state === "ended") return evaluation.span.status;
  return statusOf([...evaluation.results.values()].map((result) => result.outcome));
}
