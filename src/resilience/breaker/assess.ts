import { isJudgeFailure, type JudgeFailure } from "../../core/judge-failure.ts";

/** What a call says about the other side: it is `unwell`, it is `well`, or nothing can be said. */
export type Assessment = "well" | "unwell" | "unknown";

/**
 * An outage is what a later attempt could cure: errors and hangs (`judge_error`, `judge_timeout`) that are retryable. A rate
 * limit is not: whoever answers 429 is there, and `rateLimit` and `retry` keep to its pause.
 */
export function isOutage(failure: JudgeFailure): boolean {
  return failure.retryable && (failure.reason === "judge_error" || failure.reason === "judge_timeout");
}

/** The reasons that only an answer of the other side can give. */
const answered: ReadonlySet<string> = new Set(["judge_error", "judge_invalid_output", "rate_limited", "too_long"]);

/**
 * What a rejection says. Programming errors say nothing about the other side; nor does a call given up because its own
 * caller stopped waiting, or one that a policy further in refused.
 */
export function assessRejection(error: unknown, countsAsFailure: (failure: JudgeFailure) => boolean): Assessment {
  if (!isJudgeFailure(error)) return "unknown";
  if (counts(error, countsAsFailure)) return "unwell";
  return answered.has(error.reason) ? "well" : "unknown";
}

/** A rule of the user's that throws is as good as none. */
function counts(failure: JudgeFailure, countsAsFailure: (failure: JudgeFailure) => boolean): boolean {
  try {
    return countsAsFailure(failure);
  } catch {
    return isOutage(failure);
  }
}
