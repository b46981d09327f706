import { scored, type Outcome, type UnscoredReason } from "../core/outcome.ts";

/** The outcome as it is recorded: a score that is no number in [0, 1] is none, even if it came this far. */
export function soundOutcome(outcome: Outcome): Outcome {
  return "score" in outcome ? scored(outcome.score) : outcome;
}

/** What `rag.outcome` and `rag.evaluation.<metric>.outcome` say. */
export function outcomeLabel(outcome: Outcome): "scored" | UnscoredReason {
  return "score" in outcome ? "scored" : outcome.reason;
}
