import { checkOptions, integerFrom, withDefaults, type OptionChecks } from "../core/check-options.ts";
import { JudgeFailure } from "../core/judge-failure.ts";
import { unlessAborted } from "./aborted.ts";
import type { Policy } from "./policy.ts";
import { createWaitingLine } from "./waiting-line.ts";

/** Options of {@link bulkhead}. */
export interface BulkheadOptions {
  /** Calls at a time: 1 to 10,000. @default 16 */
  readonly concurrency?: number;
  /** Calls that may wait for a place: 0 to 100,000. @default 1,000 */
  readonly maxQueue?: number;
}

const checks: OptionChecks<BulkheadOptions> = {
  concurrency: integerFrom(1, 10_000),
  maxQueue: integerFrom(0, 100_000),
};

const defaults: Required<BulkheadOptions> = { concurrency: 16, maxQueue: 1_000 };

/**
 * Bounds how many calls are made at a time; others wait their turn, and more than `maxQueue` fail with `rate_limited` (code
 * `bulkhead_full`). An abort frees the place at once, of a waiter as of a call.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function bulkhead(options: BulkheadOptions = {}): Policy {
  checkOptions(options, checks, ["bulkhead"]);
  const { concurrency, maxQueue } = withDefaults(options, defaults);
  const line = createWaitingLine<undefined>();
  let taken = 0;

  /** A place that becomes free goes straight to the next in line: it never looks free to one who came later. */
  function release(): void {
    const next = line.first();
    if (next === undefined) taken--;
    else next.admit();
  }

  return {
    async execute(call, context) {
      if (taken < concurrency) taken++;
      else if (line.length < maxQueue) await line.join(undefined, context.signal);
      else throw new JudgeFailure("rate_limited", "Too many calls wait for a place", { code: "bulkhead_full" });
      try {
        return await unlessAborted(() => call.run(context), context.signal);
      } finally {
        release();
      }
    },
  };
}
