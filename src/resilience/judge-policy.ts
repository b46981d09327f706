import { checkOptions, objectLike, type OptionChecks } from "../core/check-options.ts";
import { circuitBreaker, type CircuitBreakerOptions } from "./breaker/circuit-breaker.ts";
import { budget, type BudgetOptions } from "./budget/budget.ts";
import { bulkhead, type BulkheadOptions } from "./bulkhead.ts";
import { compose } from "./compose.ts";
import type { Policy } from "./policy.ts";
import { rateLimit, type RateLimitOptions } from "./rate-limit/rate-limit.ts";
import { retry, type RetryOptions } from "./retry.ts";
import { timeout, type TimeoutOptions } from "./timeout.ts";

/** Options of {@link judgePolicy}: those of each part; what is left out has its defaults. */
export interface JudgePolicyOptions {
  readonly retry?: RetryOptions;
  readonly bulkhead?: BulkheadOptions;
  /** Without it only the pauses are kept that the other side asks for. */
  readonly rateLimit?: RateLimitOptions;
  /** Without it there is no budget. */
  readonly budget?: BudgetOptions;
  readonly circuitBreaker?: CircuitBreakerOptions;
  /** Of one attempt. @default { ms: 15_000 } */
  readonly timeout?: TimeoutOptions;
}

const checks: OptionChecks<JudgePolicyOptions> = {
  retry: objectLike("{ maxAttempts: 3 }"),
  bulkhead: objectLike("{ concurrency: 16 }"),
  rateLimit: objectLike("{ requestsPerMinute: 500 }"),
  budget: objectLike("{ hardUsd: 10 }"),
  circuitBreaker: objectLike("{ openMs: 10_000 }"),
  timeout: objectLike("{ ms: 15_000 }"),
};

/**
 * All policies in the order that serves a judge's model, the outermost first:
 *
 * - `retry`, so that each attempt passes the rest, and one that meets an open circuit or a spent budget is the last (the call then
 *   fails with what the attempt before it did);
 * - `bulkhead`, so that a wait between attempts holds no place;
 * - `rateLimit`, right before the call, so that what it lets go is what is sent;
 * - `budget`, inside the waits, so that it sets nothing aside for a call that is not made yet;
 * - `circuitBreaker`, which sees the calls that are really made, and no refusal of ours;
 * - `timeout`, of one attempt, without any wait, so that a hang counts as a failure.
 *
 * Share one among all that call the same service: they then share its limits, its circuit and its budget.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function judgePolicy(options: JudgePolicyOptions = {}): Policy {
  checkOptions(options, checks, ["judgePolicy"]);
  return compose(
    retry(options.retry),
    bulkhead(options.bulkhead),
    rateLimit(options.rateLimit),
    ...(options.budget === undefined ? [] : [budget(options.budget)]),
    circuitBreaker(options.circuitBreaker),
    timeout(options.timeout ?? { ms: 15_000 }),
  );
}
