import { isJudgeFailure } from "../core/judge-failure.ts";

/** The codes of the limits that are our own; a `rate_limited` with any other is the other side's. */
const ownLimits: ReadonlySet<string> = new Set(["own_rate_limit", "bulkhead_full"]);

/** Whether a policy refused the call, so that the other side was not asked and has nothing to do with it. */
export function isRefusal(error: unknown): boolean {
  if (!isJudgeFailure(error)) return false;
  const { reason, code } = error;
  return reason === "circuit_open" || reason === "over_budget" || (reason === "rate_limited" && ownLimits.has(code));
}
