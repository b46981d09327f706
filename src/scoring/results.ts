import { judgeId, type Judge } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import { unscored, type UnscoredReason } from "../core/outcome.ts";
import type { MetricResult } from "../core/scoring-job.ts";

/** A result a metric. `MetricId` is open, so that the type cannot say which ones are there. */
export type MetricResults = Record<MetricId, MetricResult>;

/** Results by metric. */
export function resultsOf(entries: Iterable<readonly [MetricId, MetricResult]>): MetricResults {
  return Object.fromEntries(entries) as MetricResults;
}

/** The result of a metric whose judge was not asked or did not answer; `none` stands for a judge that there is not. */
export function unscoredResult(judge: Judge | undefined, reason: UnscoredReason, errorType?: string): MetricResult {
  return {
    outcome: unscored(reason),
    judge: judge === undefined ? "none" : judgeId(judge),
    ...(errorType !== undefined && { errorType }),
  };
}
