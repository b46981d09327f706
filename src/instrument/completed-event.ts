import { isRetrievalEmpty } from "../core/preconditions.ts";
import type { CompletedEvent } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import type { SpanIdentity } from "../core/tracing.ts";
import { outcomeOf } from "./interaction-of.ts";
import type { RequestRecord } from "./request-record.ts";

/** An answer longer than this says more than a refusal; it is not searched for one on the main thread. */
const refusalCharacterLimit = 4_096;

/** What is known of a request at completion, before its intent class is. */
export type CompletionFacts = Omit<CompletedEvent, "slice">;

/** What a complete request amounts to. */
export function completionFacts(
  record: RequestRecord,
  interaction: Interaction,
  isRefusal: (answer: string) => boolean,
): CompletionFacts {
  const completedAt = record.completedAt ?? record.startedAt;
  const { answer } = interaction;
  const outcome = outcomeOf(record);
  return {
    type: "completed",
    id: record.id,
    span: record.span.identity,
    ...outcome,
    durationSeconds: Math.max(0, completedAt - record.startedAt) / 1000,
    retrievals: record.retrievals.map((retrieval) => retrieval.facts),
    generations: record.generations.flatMap((generation) => (generation.facts === undefined ? [] : [generation.facts])),
    retrievalEmpty: isRetrievalEmpty(interaction),
    refusal: outcome.outcome === "ok" && answer !== null && answer.length <= refusalCharacterLimit && isRefusal(answer),
  };
}

/** The identity of the last generation span of a request. */
export function lastGenerationIdentity(record: RequestRecord): SpanIdentity | undefined {
  return record.generations.findLast((generation) => generation.identity !== undefined)?.identity;
}

/** The W3C `traceparent` of a span; `undefined` without a tracing SDK. */
export function traceparentOf(span: SpanIdentity): string | undefined {
  if (/^0*$/.test(span.traceId) || /^0*$/.test(span.spanId)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}
