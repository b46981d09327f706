import * as api from "@opentelemetry/api";
import type { CanaryEvent, ComparedEvent } from "../core/events.ts";
import { keys } from "./attributes.ts";
import { instrumentTable } from "./instruments.ts";
import type { Recorder } from "./recorder.ts";

/** Records the comparison of a primary and a shadow judge. */
export function recordComparison(event: ComparedEvent, recorder: Recorder): void {
  const labels = {
    [keys.pipeline]: event.pipeline,
    [keys.metric]: event.metric,
    [keys.judge]: event.judge,
    [keys.shadowJudge]: event.shadowJudge,
  };
  recorder.record(instrumentTable.judgeDifference, Math.abs(event.difference), labels, api.ROOT_CONTEXT);
  recorder.add(
    "judgeComparisons",
    1,
    { ...labels, [keys.comparison]: event.agree ? "agree" : "disagree" },
    api.ROOT_CONTEXT,
  );
}

/** Records a canary's result. */
export function recordCanary(event: CanaryEvent, recorder: Recorder): void {
  const labels = { [keys.pipeline]: event.pipeline, [keys.metric]: event.metric, [keys.judge]: event.judge };
  recorder.add("judgeCanaries", 1, { ...labels, [keys.canary]: event.passed ? "passed" : "failed" }, api.ROOT_CONTEXT);
}
