import { checkOptions, integerFrom, withDefaults, type OptionChecks } from "../../core/check-options.ts";
import type { Usage } from "../../core/judge.ts";
import { isJudgeFailure, JudgeFailure } from "../../core/judge-failure.ts";
import { abortFailure, refuseAborted } from "../aborted.ts";
import { askedPauseMs } from "../asked-pause.ts";
import type { Policy, PolicyContext } from "../policy.ts";
import { createWaitingLine } from "../waiting-line.ts";
import { createAllowance, type Allowance } from "./allowance.ts";

/** Options of {@link rateLimit}. */
export interface RateLimitOptions {
  /** Calls a minute, 1 to 10,000,000. Left out: as many as come. */
  readonly requestsPerMinute?: number;
  /** Input and output tokens a minute, 1 to 10,000,000,000. Left out: as many as come. */
  readonly tokensPerMinute?: number;
  /**
   * How many milliseconds' worth of the rate may be used at once after a pause, 1 to 60,000; one call always may. More makes bursts, and a
   * minute with up to that much more than the rate. @default 1,000
   */
  readonly burstMs?: number;
  /** How long a call may wait for its turn, in milliseconds, 0 to 600,000; one that would wait longer fails at once. @default 10,000 */
  readonly maxWaitMs?: number;
  /** The longest pause that the other side can ask for by `Retry-After`, in milliseconds, 0 to 600,000. @default 60,000 */
  readonly maxPauseMs?: number;
}

const checks: OptionChecks<RateLimitOptions> = {
  requestsPerMinute: integerFrom(1, 10_000_000),
  tokensPerMinute: integerFrom(1, 10_000_000_000),
  burstMs: integerFrom(1, 60_000),
  maxWaitMs: integerFrom(0, 600_000),
  maxPauseMs: integerFrom(0, 600_000),
};

interface Waiting {
  readonly tokens: number;
  readonly latestMs: number;
  readonly clock: PolicyContext["clock"];
}

/**
 * Keeps calls to a rate: two token buckets, calls and tokens, first come first served. A call takes the tokens it is expected to
 * use and settles the difference when it is over. Where the other side asks to be left alone (`retryAfterMs`), all calls
 * are; without any rate that is all it does. A call whose turn would come too late fails with `rate_limited` (code `own_rate_limit`).
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function rateLimit(options: RateLimitOptions = {}): Policy {
  checkOptions(options, checks, ["rateLimit"]);
  const { maxWaitMs, maxPauseMs, ...rates } = withDefaults(options, {
    burstMs: 1_000,
    maxWaitMs: 10_000,
    maxPauseMs: 60_000,
  });
  const allowance = createAllowance(rates);
  const line = createWaitingLine<Waiting>(admitThoseWhoMay);
  let cancelTimer: () => void = () => undefined;

  /** Lets in who may, refuses who cannot be in time, and sets the one timer for who is first then. */
  function admitThoseWhoMay(): void {
    cancelTimer();
    for (let first = line.first(); first !== undefined; first = line.first()) {
      const { tokens, latestMs, clock } = first.item;
      const nowMs = clock.monotonicMs();
      const waitMs = allowance.msUntil({ calls: 1, tokens }, nowMs);
      if (waitMs === 0) {
        allowance.take({ calls: 1, tokens }, nowMs);
        first.admit();
      } else if (nowMs + waitMs > latestMs) {
        first.refuse(tooLate(waitMs));
      } else {
        cancelTimer = clock.schedule(admitThoseWhoMay, waitMs);
        return;
      }
    }
  }

  async function takeTurn(tokens: number, { signal, clock, deadlineMs }: PolicyContext): Promise<void> {
    refuseAborted(signal);
    const nowMs = clock.monotonicMs();
    const latestMs = Math.min(nowMs + maxWaitMs, deadlineMs ?? Number.POSITIVE_INFINITY);
    const waitMs = allowance.msUntil(demandOf(line.waiters(), tokens), nowMs);
    if (nowMs + waitMs > latestMs) throw tooLate(waitMs);
    const turn = line.join({ tokens, latestMs, clock }, signal);
    admitThoseWhoMay();
    await turn;
  }

  /** Takes what was used beyond what was taken, or gives back what is negative. */
  function settle(calls: number, tokens: number, { clock }: PolicyContext): void {
    allowance.take({ calls, tokens }, clock.monotonicMs());
    admitThoseWhoMay();
  }

  function heed(failure: JudgeFailure, expected: number, context: PolicyContext): void {
    const { reason } = failure;
    // Refused by a policy further in: nothing was sent. Refused by the other side: no tokens were used.
    if (reason === "circuit_open" || reason === "over_budget") settle(-1, -expected, context);
    else if (reason === "rate_limited") settle(0, -expected, context);
    const pauseMs = askedPauseMs(failure);
    if (pauseMs === undefined || (reason !== "rate_limited" && reason !== "judge_error")) return;
    allowance.pause(context.clock.monotonicMs() + Math.min(pauseMs, maxPauseMs));
    admitThoseWhoMay();
  }

  return {
    async execute(call, context) {
      const { signal } = context;
      const expected = tokensOf(call.estimate) ?? 0;
      await takeTurn(expected, context);
      if (signal.aborted) {
        settle(-1, -expected, context);
        throw abortFailure(signal);
      }
      try {
        const value = await call.run(context);
        settle(0, (tokensOf(call.usageOf?.(value)) ?? expected) - expected, context);
        return value;
      } catch (error) {
        if (isJudgeFailure(error)) heed(error, expected, context);
        throw error;
      }
    },
  };
}

/** What all of them ask for together, in front of one more that asks for `tokens`. */
function demandOf(waiters: Iterable<{ readonly item: Waiting }>, tokens: number): Parameters<Allowance["msUntil"]>[0] {
  let calls = 1;
  let ahead = 0;
  for (const { item } of waiters) {
    calls++;
    ahead += item.tokens;
  }
  return { calls, tokens, ahead };
}

function tokensOf(usage: Usage | undefined): number | undefined {
  const { inputTokens, outputTokens } = usage ?? {};
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
  return Number.isFinite(tokens) && tokens >= 0 ? tokens : undefined;
}

function tooLate(waitMs: number): JudgeFailure {
  const message = "The rate limit would have made the call wait too long";
  return new JudgeFailure("rate_limited", message, { code: "own_rate_limit", retryAfterMs: waitMs });
}
