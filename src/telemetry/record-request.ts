import type * as api from "@opentelemetry/api";
import type { CompletedEvent, RetrievalFacts } from "../core/events.ts";
import { keys } from "./attributes.ts";
import type { ErrorTypes } from "./error-types.ts";
import { instrumentTable } from "./instruments.ts";
import type { Labels, Recorder } from "./recorder.ts";

/** Where and under what the measurements of one request go. */
export interface RequestScope {
  readonly recorder: Recorder;
  readonly labels: Labels;
  readonly context: api.Context;
  readonly errorTypes: ErrorTypes;
}

/** Records a completed request. */
export function recordRequest(event: CompletedEvent, scope: RequestScope): void {
  const { recorder, labels, context, errorTypes } = scope;
  recorder.add("requests", 1, { ...labels, [keys.requestOutcome]: event.outcome }, context);
  recorder.record(
    instrumentTable.requestDuration,
    event.durationSeconds,
    errorTypes.label(labels, event.errorType),
    context,
  );
  for (const retrieval of event.retrievals) recordRetrieval(retrieval, scope);
  for (const { timeToFirstPartSeconds, errorType } of event.generations) {
    if (timeToFirstPartSeconds === undefined) continue;
    recorder.record(
      instrumentTable.timeToFirstPart,
      timeToFirstPartSeconds,
      errorTypes.label(labels, errorType),
      context,
    );
  }
  if (event.retrievalEmpty) recorder.add("retrievalEmpty", 1, labels, context);
  if (event.refusal) recorder.add("refusals", 1, labels, context);
}

/** Records one retriever call. */
export function recordRetrieval(
  retrieval: RetrievalFacts,
  { recorder, labels, context, errorTypes }: RequestScope,
): void {
  recorder.record(
    instrumentTable.retrievalDuration,
    retrieval.durationSeconds,
    errorTypes.label(labels, retrieval.errorType),
    context,
  );
}
