/**
 * Why a metric of a request has no score. Every request that was not scored is counted under exactly one of these.
 */
export const unscoredReasons = [
  "not_sampled",
  "no_query",
  "not_retrieved",
  "no_context",
  "retriever_error",
  "request_error",
  "abandoned",
  "empty_answer",
  "refusal",
  "no_claims",
  "unreadable",
  "too_long",
  "judge_error",
  "judge_timeout",
  "judge_invalid_output",
  "rate_limited",
  "circuit_open",
  "over_budget",
  "queue_full",
  "shutdown",
] as const;

/** One reason of {@link unscoredReasons}. */
export type UnscoredReason = (typeof unscoredReasons)[number];

/** A score in [0, 1], higher is better, or none and the reason. Never NaN, never a placeholder. */
export type Outcome = { readonly score: number } | { readonly reason: UnscoredReason };

/** Reasons that say nothing about the health of scoring; coverage leaves them out of its denominator (see docs/signals.md). */
export const reasonsOutsideCoverage: ReadonlySet<UnscoredReason> = new Set<UnscoredReason>([
  "not_sampled",
  "refusal",
  "empty_answer",
  "no_claims",
  "no_context",
  "not_retrieved",
  "no_query",
  "request_error",
  "abandoned",
]);

/** Whether the outcome carries a score. */
export function isScored(outcome: Outcome): outcome is { readonly score: number } {
  return "score" in outcome;
}

/** The score, or `undefined` when there is none. */
export function scoreOf(outcome: Outcome | undefined): number | undefined {
  return outcome !== undefined && isScored(outcome) ? outcome.score : undefined;
}

/** Rounds to the 4 decimals every score is kept at, so that a score equal to a threshold is not below it. */
export function roundScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/**
 * The outcome for a number a judge gave: rounded when it is finite and in [0, 1], else `judge_invalid_output`.
 * Numbers outside the scale are refused, not clamped into place.
 */
export function scored(score: number): Outcome {
  return Number.isFinite(score) && score >= 0 && score <= 1
    ? { score: roundScore(score) }
    : { reason: "judge_invalid_output" };
}

/** The outcome for a reason. */
export function unscored(reason: UnscoredReason): Outcome {
  return { reason };
}
