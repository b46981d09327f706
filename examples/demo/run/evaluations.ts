import type { RagTriad, TriadEventMap } from "rag-triad";
import type { CorruptionKind } from "../corruption/corrupt.ts";
import type { EvaluatedRequest } from "../report/tally.ts";

/** A request as its evaluation left it. */
export interface Evaluation extends EvaluatedRequest {
  readonly traceId: string;
}

/** The evaluations of a triad, with the truth about the answers beside the scores. */
export interface Evaluations {
  /** Notes that a request's answer is being corrupted. Forgotten when the request is evaluated. */
  noteCorrupted(requestId: string, kind: CorruptionKind): void;
  /** Tells `listener` of every evaluation from now on; returns the undo. */
  on(listener: (evaluation: Evaluation) => void): () => void;
}

/** Follows a triad. */
export function followEvaluations(triad: RagTriad): Evaluations {
  const corrupted = new Map<string, CorruptionKind>();
  const listeners = new Set<(evaluation: Evaluation) => void>();
  triad.on("evaluated", (event) => {
    const evaluation = evaluationOf(event, corrupted.get(event.id));
    corrupted.delete(event.id);
    for (const listener of listeners) listener(evaluation);
  });
  return {
    noteCorrupted: (requestId, kind) => void corrupted.set(requestId, kind),
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function evaluationOf(event: TriadEventMap["evaluated"], corrupted: CorruptionKind | undefined): Evaluation {
  return {
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
  };
}

function outcomeOf(event: TriadEventMap["evaluated"], metric: string): number | string {
  const outcome = event.results[metric]?.outcome;
  if (outcome === undefined) return "not_sampled";
  return "score" in outcome ? outcome.score : outcome.reason;
}
