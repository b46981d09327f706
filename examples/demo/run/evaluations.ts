import type { RagTriad, TriadEventMap } from "rag-triad";
import type { CorruptionKind } from "../corruption/corrupt.ts";
import type { EvaluatedRequest } from "../report/tally.ts";

/** The truth about the answers: which requests were corrupted, until their evaluation is over. */
export type Truths = Map<string, CorruptionKind>;

/** A request as its evaluation left it. */
export interface Evaluation extends EvaluatedRequest {
  readonly traceId: string;
}

/** Tells `listener` of every evaluation, with the truth about the answer beside the scores; returns the undo. */
export function onEvaluation(triad: RagTriad, truths: Truths, listener: (evaluation: Evaluation) => void): () => void {
  return triad.on("evaluated", (event) => {
    const corrupted = truths.get(event.id);
    listener({
      id: event.id,
      traceId: event.span.traceId,
      intentClass: event.slice.intentClass,
      outcomes: {
        context_relevance: outcomeOf(event, "context_relevance"),
        groundedness: outcomeOf(event, "groundedness"),
        answer_relevance: outcomeOf(event, "answer_relevance"),
      },
      quality: event.quality,
      diagnosis: event.diagnosis,
      corrupted,
    });
  });
}

function outcomeOf(event: TriadEventMap["evaluated"], metric: string): number | string {
  const outcome = event.results[metric]?.outcome;
  if (outcome === undefined) return "not_sampled";
  return "score" in outcome ? outcome.score : outcome.reason;
}
