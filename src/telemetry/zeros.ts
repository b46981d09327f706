import * as api from "@opentelemetry/api";
import { keys } from "./attributes.ts";
import type { Labels, Recorder } from "./recorder.ts";
import type { Registration } from "./registration.ts";

/** The outcomes of `rag.evaluations` that alerts ask the increase of. */
export const zeroedOutcomes = ["scored", "judge_error", "judge_timeout", "circuit_open", "queue_full"] as const;

/**
 * Creates a slice's counters at 0: Prometheus's `increase` does not see the first sample of a series, so that the first
 * violation or error of a slice would go unnoticed.
 */
export function createZeros(
  recorder: Recorder,
  { pipeline, metrics, judges, canaryMetrics }: Registration,
  slice: Labels,
): void {
  const zero = (key: Parameters<Recorder["add"]>[0], labels: Labels): void =>
    recorder.add(key, 0, labels, api.ROOT_CONTEXT);
  for (const outcome of ["ok", "error", "abandoned"]) zero("requests", { ...slice, [keys.requestOutcome]: outcome });
  zero("retrievalEmpty", slice);
  zero("refusals", slice);
  for (const metric of metrics) {
    zero("evaluationPending", { [keys.pipeline]: pipeline, [keys.metric]: metric });
    for (const outcome of zeroedOutcomes)
      zero("evaluations", { ...slice, [keys.metric]: metric, [keys.outcome]: outcome });
  }
  for (const { metric, judge } of judges) {
    for (const severity of ["warning", "page"])
      zero("violations", { ...slice, [keys.metric]: metric, [keys.judge]: judge, [keys.severity]: severity });
    if (!canaryMetrics.includes(metric)) continue;
    for (const canary of ["passed", "failed"])
      zero("judgeCanaries", {
        [keys.pipeline]: pipeline,
        [keys.metric]: metric,
        [keys.judge]: judge,
        [keys.canary]: canary,
      });
  }
}
