/** The reasons a judge may fail with. */
export const judgeFailureReasons = [
  "judge_error",
  "judge_timeout",
  "judge_invalid_output",
  "rate_limited",
  "circuit_open",
  "over_budget",
  "too_long",
  "shutdown",
] as const;

/** One of {@link judgeFailureReasons}. */
export type JudgeFailureReason = (typeof judgeFailureReasons)[number];

/** What a {@link JudgeFailure} says besides its reason. */
export interface JudgeFailureOptions extends ErrorOptions {
  /** Low-cardinality type for `error.type`, `[A-Za-z_$][\w$.:-]{0,63}`, e.g. `http_503`. @default the reason */
  readonly code?: string;
  /**
   * Whether the same call may succeed when made again.
   * @default false
   */
  readonly retryable?: boolean;
  /** How long the other side asked to be left alone, in milliseconds. */
  readonly retryAfterMs?: number;
}

/**
 * A failure that a judge, a judge model or a policy foresees: an interaction whose judge rejects with it is unscored
 * with its reason. Every other rejection is a programming error: `judge_error`, never retried. Carries no content.
 */
export class JudgeFailure extends Error {
  /** Set on every instance, so that {@link isJudgeFailure} works across copies of the package. */
  readonly isJudgeFailure: true = true;
  readonly reason: JudgeFailureReason;
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: JudgeFailureReason, message: string, options: JudgeFailureOptions = {}) {
    super(message, options);
    this.name = "JudgeFailure";
    this.reason = reason;
    this.code = options.code ?? reason;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Whether `error` is a {@link JudgeFailure}, also across copies of the package. */
export function isJudgeFailure(error: unknown): error is JudgeFailure {
  return typeof error === "object" && error !== null && (error as { isJudgeFailure?: unknown }).isJudgeFailure === true;
}
