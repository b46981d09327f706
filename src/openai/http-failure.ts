import { JudgeFailure, type JudgeFailureReason } from "../core/judge-failure.ts";
import { retryAfterMs, type HeadersLike } from "./retry-after.ts";

/** What a server says about a call it refuses. */
export interface Refusal {
  readonly status: number;
  /** Its own code, e.g. `insufficient_quota`. */
  readonly code: string;
  readonly type: string;
  /** The parameter that it complains about. */
  readonly param: string;
  /** Looked through for what servers do not say in a code; it may quote the request, so it goes nowhere. */
  readonly message: string;
  readonly headers: HeadersLike | undefined;
}

const contextLength =
  /context[ _-]?(?:length|window|size)|maximum (?:context|prompt|input|sequence)|prompt is too long|too many (?:input )?tokens|input is too long/i;

/** Whether the request has more tokens than the model takes. */
export function isTooLong({ status, code, message }: Refusal): boolean {
  if (status === 413) return true;
  return (status === 400 || status === 422) && (code === "context_length_exceeded" || contextLength.test(message));
}

/** Whether the request was refused for what it says (Azure's filter does so before the model is asked). */
export function isFiltered({ status, code }: Refusal): boolean {
  return status === 400 && (code === "content_filter" || code === "content_policy_violation");
}

/** Whether a limit was met that waiting a little does not lift. */
function isQuota({ code, type }: Refusal): boolean {
  return [code, type].some((each) => each === "insufficient_quota" || each === "billing_hard_limit_reached");
}

/** The failure for an answer with an error status. Its message names the status and nothing else. */
export function httpFailure(refusal: Refusal): JudgeFailure {
  const { status, headers } = refusal;
  const waitMs = retryAfterMs(headers);
  const { reason, code = `http_${status}`, retryable = false } = kindOf(refusal);
  return new JudgeFailure(reason, `The judge model's server answered with HTTP status ${status}`, {
    code,
    retryable: retryable && headers?.get("x-should-retry") !== "false",
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  });
}

interface Kind {
  readonly reason: JudgeFailureReason;
  readonly code?: string;
  readonly retryable?: boolean;
}

function kindOf(refusal: Refusal): Kind {
  const { status } = refusal;
  if (isTooLong(refusal)) return { reason: "too_long", code: "context_length_exceeded" };
  if (status === 429) {
    return isQuota(refusal)
      ? { reason: "rate_limited", code: "insufficient_quota" }
      : { reason: "rate_limited", retryable: true };
  }
  if (status === 408) return { reason: "judge_timeout", retryable: true };
  return { reason: "judge_error", retryable: status >= 500 || status === 409 || status === 425 };
}
