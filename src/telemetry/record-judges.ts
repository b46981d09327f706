import * as api from "@opentelemetry/api";
import type { CanaryEvent, ComparedEvent } from "../core/events.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import { callsOf, type JudgeCall } from "../core/scoring-job.ts";
import { keys } from "./attributes.ts";
import { instrumentTable } from "./instruments.ts";
import type { RequestScope } from "./record-request.ts";
import type { Labels, Recorder } from "./recorder.ts";

/** The reasons that mean the judge itself failed, so that its duration has an `error.type`. */
const judgeFailures: ReadonlySet<UnscoredReason | undefined> = new Set<UnscoredReason>([
  "judge_error",
  "judge_timeout",
  "judge_invalid_output",
  "rate_limited",
  "circuit_open",
  "over_budget",
  "shutdown",
]);

/** Records what the judges that were asked took, used and found, each under its own id. */
export function recordCalls(
  pipelineAndMetric: Labels,
  calls: readonly JudgeCall[],
  scope: Pick<RequestScope, "recorder" | "context" | "errorTypes">,
): void {
  const { recorder, context, errorTypes } = scope;
  for (const { judge, seconds, usage = {}, findings = {}, reason, errorType } of calls) {
    const labels = { ...pipelineAndMetric, [keys.judge]: judge };
    if (seconds !== undefined) {
      const failure = errorType ?? (judgeFailures.has(reason) ? reason : undefined);
      recorder.record(instrumentTable.judgeDuration, seconds, errorTypes.label(labels, failure), context);
    }
    const { inputTokens, outputTokens, cost } = usage;
    if (inputTokens !== undefined)
      recorder.add("judgeTokens", inputTokens, { ...labels, [keys.tokenType]: "input" }, context);
    if (outputTokens !== undefined)
      recorder.add("judgeTokens", outputTokens, { ...labels, [keys.tokenType]: "output" }, context);
    if (cost !== undefined) recorder.add("judgeCost", cost, labels, context);
    for (const [finding, count] of Object.entries(findings))
      recorder.add("judgeFindings", count, { ...labels, [keys.finding]: finding }, context);
  }
}

/**
 * Records the comparison of a primary and a shadow judge: both of its outcomes, the other one with 0, so that two judges that
 * have always agreed have a series in which their first disagreement is seen.
 */
export function recordComparison(event: ComparedEvent, recorder: Recorder): void {
  const labels = {
    [keys.pipeline]: event.pipeline,
    [keys.metric]: event.metric,
    [keys.judge]: event.judge,
    [keys.shadowJudge]: event.shadowJudge,
  };
  recorder.record(instrumentTable.judgeDifference, Math.abs(event.difference), labels, api.ROOT_CONTEXT);
  for (const [comparison, isSo] of [
    ["agree", event.agree],
    ["disagree", !event.agree],
  ] as const) {
    recorder.add("judgeComparisons", isSo ? 1 : 0, { ...labels, [keys.comparison]: comparison }, api.ROOT_CONTEXT);
  }
}

/** Records a canary's result, and what the judges took and used for it: they are paid for it like for any other. */
export function recordCanary(
  { pipeline, metric, result, passed }: CanaryEvent,
  scope: Pick<RequestScope, "recorder" | "errorTypes">,
): void {
  const context = api.ROOT_CONTEXT;
  const labels = { [keys.pipeline]: pipeline, [keys.metric]: metric };
  recordCalls(labels, callsOf(result), { ...scope, context });
  if (passed === undefined) return;
  const canary = { [keys.judge]: result.judge, [keys.canary]: passed ? "passed" : "failed" };
  scope.recorder.add("judgeCanaries", 1, { ...labels, ...canary }, context);
}
