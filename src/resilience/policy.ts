import type { Clock } from "../core/clock.ts";
import type { JudgeWarning, Usage } from "../core/judge.ts";
import type { Random } from "../core/random.ts";

/** What a policy runs under: time and chance come with each call, so that policies are plain values without a clock. */
export interface PolicyContext {
  /** Aborted when nobody waits for the call any more: waits end and places are freed at once. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: Random;
  /** When `signal` will be aborted, on the clock's monotonic scale in milliseconds; no wait goes on beyond it. */
  readonly deadlineMs?: number;
  /** Takes what the user should know; ends up in the result's `warnings`. */
  readonly warn?: (warning: JudgeWarning) => void;
}

/** One call to be made under a policy, perhaps several times. */
export interface PolicyCall<T> {
  /** Makes the call. A foreseen failure rejects with a `JudgeFailure`. */
  run(context: PolicyContext): Promise<T>;
  /** What the call is expected to use; limits and budgets take it before the call. */
  readonly estimate?: Usage;
  /** What the call has used; limits and budgets settle the difference after it. */
  readonly usageOf?: (value: T) => Usage | undefined;
}

/** What to do about calls that fail, hang, or are too many. Policies compose: see `compose`. */
export interface Policy {
  /** Resolves with the call's value, or rejects with its failure or the policy's own (`JudgeFailure`). */
  execute<T>(call: PolicyCall<T>, context: PolicyContext): Promise<T>;
}
