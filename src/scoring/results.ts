import { judgeId, type Judge } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import { unscored, type UnscoredReason } from "../core/outcome.ts";
import type { MetricResult, MetricResults } from "../core/scoring-job.ts";

/** Results by metric. */
export function resultsOf(entries: Iterable<readonly [MetricId, MetricResult]>): MetricResults {
  return Object.fromEntries(entries);
}

/** The result of a metric whose judge was not asked or did not answer; `none` stands for a judge that there is not. */
export function unscoredResult(judge: Judge | undefined, reason: UnscoredReason, errorType?: string): MetricResult {
  return {
    outcome: unscored(reason),
    judge: judge === undefined ? "none" : judgeId(judge),
    ...(errorType !== undefined && { errorType }),
  };
}
