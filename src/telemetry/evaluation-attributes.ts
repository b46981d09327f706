import type { EvaluatedEvent } from "../core/events.ts";
import { verdictCountsOf } from "../core/judge.ts";
import { scoreOf } from "../core/outcome.ts";
import type { SpanAttributes } from "../core/tracing.ts";
import { judgeKey, keys, outcomeKey, scoreKey } from "./attributes.ts";
import { outcomeLabel, soundOutcome } from "./sound-outcome.ts";

/** The part of an `evaluated` event that becomes attributes. Results may be those of some of the metrics only. */
export type EvaluationFacts = Pick<EvaluatedEvent, "status" | "results" | "diagnosis" | "quality">;

/**
 * Attributes for an evaluation, on the request span or on `rag_evaluation`: the score (absent when there is none), the
 * outcome and the judge of each metric; status, quality and diagnosis; how many claims there were and how many the
 * context does not support (verdict `unsupported`). Pure; holds no content.
 */
export function evaluationAttributes({ status, results, diagnosis, quality }: EvaluationFacts): SpanAttributes {
  const attributes: Record<string, string | number | boolean> = {
    [keys.evaluationStatus]: status,
    [keys.diagnosis]: diagnosis,
  };
  if (quality !== undefined) attributes[keys.quality] = quality;
  for (const [metric, result] of Object.entries(results)) {
    if (result === undefined) continue;
    const outcome = soundOutcome(result.outcome);
    const score = scoreOf(outcome);
    if (score !== undefined) attributes[scoreKey(metric)] = score;
    attributes[outcomeKey(metric)] = outcomeLabel(outcome);
    attributes[judgeKey(metric)] = result.judge;
  }
  const verdicts = verdictCountsOf(results["groundedness"]?.detail);
  if (verdicts !== undefined) {
    attributes[keys.claimsTotal] = verdicts.supported + verdicts.contradicted + verdicts.unsupported;
    attributes[keys.claimsUnsupported] = verdicts.unsupported;
  }
  return attributes;
}
