import { checkOptions, integerFrom, refuseOption, withDefaults, type OptionChecks } from "../core/check-options.ts";
import { isJudgeFailure } from "../core/judge-failure.ts";
import type { Random } from "../core/random.ts";
import { unlessAborted } from "./aborted.ts";
import { askedPauseMs } from "./asked-pause.ts";
import { fullJitterMs } from "./backoff.ts";
import type { Policy } from "./policy.ts";
import { isRefusal } from "./refusal.ts";
import { wait } from "./wait.ts";

/** Options of {@link retry}. */
export interface RetryOptions {
  /** Attempts in all, the first included: 1 to 20. @default 3 */
  readonly maxAttempts?: number;
  /** The most that is waited before the second attempt, in milliseconds, 1 to 60,000; it doubles with each attempt. @default 250 */
  readonly initialDelayMs?: number;
  /** What the doubling ends at, in milliseconds: `initialDelayMs` to 600,000. @default 8,000, or `initialDelayMs` if that is more */
  readonly maxDelayMs?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds, 0 to 600,000: a call told to wait longer fails at once. @default 20,000 */
  readonly maxRetryAfterMs?: number;
  /**
   * No attempt begins later than this after the first, in milliseconds, 1 to 600,000, nor after the deadline of judging:
   * the call then fails at once with what went wrong last, and not with `judge_timeout` after a wait for nothing. @default 25,000
   */
  readonly maxElapsedMs?: number;
}

const checks: OptionChecks<RetryOptions> = {
  maxAttempts: integerFrom(1, 20),
  initialDelayMs: integerFrom(1, 60_000),
  maxDelayMs: integerFrom(1, 600_000),
  maxRetryAfterMs: integerFrom(0, 600_000),
  maxElapsedMs: integerFrom(1, 600_000),
};

const defaults: Required<RetryOptions> = {
  maxAttempts: 3,
  initialDelayMs: 250,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 20_000,
  maxElapsedMs: 25_000,
};

/**
 * Calls again after a failure that says it may pass (a `JudgeFailure` that is `retryable`); what else fails, programming
 * errors above all, fails once. Waits with full jitter, after the other side's `Retry-After` where it gave one. An abort ends the wait at once.
 * Where a policy further in refuses a later attempt (an open circuit, a spent budget, a limit of ours), the call fails with
 * the failure before it: that is why there was a later attempt, and perhaps why it was refused.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function retry(options: RetryOptions = {}): Policy {
  checkOptions(options, checks, ["retry"]);
  const longestMs = Math.max(defaults.maxDelayMs, options.initialDelayMs ?? 0);
  const resolved = withDefaults(options, { ...defaults, maxDelayMs: longestMs });
  const { initialDelayMs, maxDelayMs } = resolved;
  if (maxDelayMs < initialDelayMs) {
    refuseOption(["retry", "maxDelayMs"], `at least \`retry.initialDelayMs\` (${initialDelayMs})`, maxDelayMs);
  }
  return {
    async execute(call, context) {
      const { signal, clock, random, deadlineMs = Number.POSITIVE_INFINITY } = context;
      const latestMs = Math.min(deadlineMs, clock.monotonicMs() + resolved.maxElapsedMs);
      let cause: unknown;
      for (let attempt = 1; ; attempt++) {
        try {
          return await unlessAborted(() => call.run(context), signal);
        } catch (error) {
          cause = isRefusal(error) ? (cause ?? error) : error;
          const delayMs = delayAfter(error, attempt, resolved, random);
          if (delayMs === undefined || signal.aborted || clock.monotonicMs() + delayMs >= latestMs) throw cause;
          await wait(delayMs, context);
        }
      }
    },
  };
}

/** How long to wait before the next attempt; `undefined` when there is none. */
function delayAfter(
  error: unknown,
  attempt: number,
  options: Required<RetryOptions>,
  random: Random,
): number | undefined {
  if (attempt >= options.maxAttempts || !isJudgeFailure(error) || !error.retryable) return undefined;
  const retryAfterMs = askedPauseMs(error) ?? 0;
  // The jitter comes on top: everybody was told the same moment.
  return retryAfterMs > options.maxRetryAfterMs ? undefined : retryAfterMs + fullJitterMs(options, attempt, random);
}
