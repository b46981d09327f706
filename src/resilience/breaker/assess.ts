import { isJudgeFailure, JudgeFailure } from "../../core/judge-failure.ts";
import type { PolicyContext } from "../policy.ts";

/** What a call says about the other side: it is well, it is unwell (its failure), or nothing can be said. */
export type Assessment = "well" | "unknown" | JudgeFailure;

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
  if (counts(error, countsAsFailure)) return error;
  return answered.has(error.reason) ? "well" : "unknown";
}

/** A call that is ended sooner than that by the deadline of judging may simply have begun too late. */
const leastHangMs = 1_000;

/** Timers may be that early. */
const earlyMs = 5;

/**
 * The failure of a call that hung until the deadline of judging, which came before any time limit of the call; `undefined` when that is not
 * why its signal is aborted, or it had next to no time.
 */
export function hangUntilDeadline(startMs: number, { clock, deadlineMs }: PolicyContext): JudgeFailure | undefined {
  const nowMs = clock.monotonicMs();
  if (deadlineMs === undefined || nowMs < deadlineMs - earlyMs || nowMs - startMs < leastHangMs - earlyMs)
    return undefined;
  const message = "The call was still under way when the judging deadline passed";
  return new JudgeFailure("judge_timeout", message, { code: "deadline_passed", retryable: true });
}

/** A rule of the user's that throws is as good as none. */
function counts(failure: JudgeFailure, countsAsFailure: (failure: JudgeFailure) => boolean): boolean {
  try {
    return countsAsFailure(failure);
  } catch {
    return isOutage(failure);
  }
}
