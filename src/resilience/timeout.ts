import { checkOptions, integerFrom, type OptionChecks } from "../core/check-options.ts";
import { JudgeFailure } from "../core/judge-failure.ts";
import { onAbort } from "../core/on-abort.ts";
import { unlessAborted } from "./aborted.ts";
import type { Policy } from "./policy.ts";

/** Options of {@link timeout}. */
export interface TimeoutOptions {
  /** How long one call may take, in milliseconds: 1 to 600,000. */
  readonly ms: number;
}

const checks: OptionChecks<TimeoutOptions> = { ms: integerFrom(1, 600_000) };

/**
 * Gives up on a call that takes too long: its signal is aborted, and it fails with `judge_timeout` (retryable, code
 * `call_timeout`) at that moment, whether it listens to the signal or not.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` when `ms` is missing or out of bounds.
 */
export function timeout(options: TimeoutOptions): Policy {
  checkOptions(options, checks, ["timeout"], ["ms"]);
  const { ms } = options;
  return {
    async execute(call, context) {
      const controller = new AbortController();
      const unlink = onAbort(context.signal, () => controller.abort(context.signal.reason));
      const cancel = context.clock.schedule(() => controller.abort(tooLong(ms)), ms);
      try {
        return await unlessAborted(() => call.run({ ...context, signal: controller.signal }), controller.signal);
      } finally {
        cancel();
        unlink();
      }
    },
  };
}

function tooLong(ms: number): JudgeFailure {
  const message = `The call took longer than ${ms} ms`;
  return new JudgeFailure("judge_timeout", message, { code: "call_timeout", retryable: true });
}
