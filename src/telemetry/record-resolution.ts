import { verdictCountsOf } from "../core/judge.ts";
import { scoreOf, type Outcome } from "../core/outcome.ts";
import type { ResolvedEvent } from "../core/events.ts";
import { callsOf } from "../core/scoring-job.ts";
import { violatedSeverities } from "../core/thresholds.ts";
import { keys } from "./attributes.ts";
import { instrumentTable, scoreInstrument } from "./instruments.ts";
import { recordCalls } from "./record-judges.ts";
import type { RequestScope } from "./record-request.ts";
import { outcomeLabel } from "./sound-outcome.ts";

/** Records one resolved metric. All of it in one synchronous go, so that counts agree at every scrape. */
export function recordResolution(event: ResolvedEvent, outcome: Outcome, scope: RequestScope): void {
  const { recorder, labels, context } = scope;
  const { metric } = event;
  const pipeline = { [keys.pipeline]: event.slice.pipeline, [keys.metric]: metric };
  recorder.add("evaluations", 1, { ...labels, [keys.metric]: metric, [keys.outcome]: outcomeLabel(outcome) }, context);
  if (event.wasPending) recorder.add("evaluationPending", -1, pipeline, context);
  const score = scoreOf(outcome);
  if (score !== undefined) recordScore(event, score, scope);
  recordCalls(pipeline, callsOf({ ...event.result, outcome }), scope);
}

function recordScore(
  { metric, result, thresholds, lagSeconds }: ResolvedEvent,
  score: number,
  { recorder, labels, context }: RequestScope,
): void {
  const judge = { [keys.judge]: result.judge };
  recorder.record(scoreInstrument(metric), score, { ...labels, ...judge }, context);
  for (const severity of violatedSeverities(score, thresholds)) {
    recorder.add("violations", 1, { ...labels, ...judge, [keys.metric]: metric, [keys.severity]: severity }, context);
  }
  for (const [verdict, count] of Object.entries(verdictCountsOf(result.detail) ?? {})) {
    if (count > 0) recorder.add("claims", count, { ...labels, [keys.claimVerdict]: verdict }, context);
  }
  if (lagSeconds !== undefined) recorder.record(instrumentTable.evaluationLag, lagSeconds, labels, context);
}
