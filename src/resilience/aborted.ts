import { isJudgeFailure, JudgeFailure } from "../core/judge-failure.ts";
import { onAbort } from "../core/on-abort.ts";

/**
 * The failure of a call whose signal is aborted: the signal's own reason if that is a failure already, else `shutdown`
 * or `judge_timeout`. Not retryable: nobody waits for it any more.
 */
export function abortFailure(signal: AbortSignal): JudgeFailure {
  const reason: unknown = signal.reason;
  if (isJudgeFailure(reason)) return reason;
  const isShutdown = typeof reason === "object" && reason !== null && "code" in reason && reason.code === "shutdown";
  return isShutdown
    ? new JudgeFailure("shutdown", "The call was given up: scoring is shutting down")
    : new JudgeFailure("judge_timeout", "The call was given up: the judging deadline has passed");
}

/** @throws JudgeFailure when the signal is aborted. */
export function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortFailure(signal);
}

/**
 * What `task` settles with, or the signal's failure as soon as it is aborted: a task that is deaf to its signal holds
 * nobody up, and one that listens does not come first with an error of its own. `task` is not run when the signal is aborted already.
 */
export async function unlessAborted<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
  refuseAborted(signal);
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = onAbort(signal, () => reject(abortFailure(signal)));
  });
  try {
    // Called inside an async function: a task that throws at once must not leave `aborted` without a handler.
    return await Promise.race([(async () => task())(), aborted]);
  } finally {
    stop();
  }
}
