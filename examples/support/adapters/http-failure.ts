import { JudgeFailure } from "rag-triad";

/**
 * What a judge is to make of a refused call. Only the status goes into it: providers quote the request in their messages,
 * and a failure is counted and logged, so it must carry nothing of what was judged.
 */
export function httpFailure(status: number, header: (name: string) => string | null | undefined): JudgeFailure {
  const message = `The judge model's server answered with HTTP status ${status}`;
  const code = `http_${status}`;
  const seconds = Number.parseFloat(header("retry-after") ?? "");
  const options = { code, ...(seconds >= 0 && { retryAfterMs: seconds * 1_000 }) };
  if (status === 429) return new JudgeFailure("rate_limited", message, { ...options, retryable: true });
  if (status === 413) return new JudgeFailure("too_long", message, options);
  if (status === 408) return new JudgeFailure("judge_timeout", message, { ...options, retryable: true });
  // An outage passes, a wrong key does not.
  return new JudgeFailure("judge_error", message, { ...options, retryable: status >= 500 || status === 409 });
}

/** A server that cannot be reached, or a connection that broke. */
export function connectionFailure(): JudgeFailure {
  return new JudgeFailure("judge_error", "The connection to the judge model's server failed", {
    code: "connection_error",
    retryable: true,
  });
}

/** Whether a provider says that the request has more tokens than the model takes. Read, and passed on to nobody. */
export function saysTooLong(message: string): boolean {
  return /prompt is too long|context[ _-]?(?:length|window)|too many tokens/i.test(message);
}

/** The failure of a request that the model cannot take: no second attempt makes it shorter. */
export function tooLongFailure(): JudgeFailure {
  return new JudgeFailure("too_long", "The request is longer than the judge model takes", {
    code: "context_length_exceeded",
  });
}
