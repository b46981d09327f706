/** Why a judging was cut short. */
export type AbortCause = "judge_timeout" | "shutdown";

/** The reason a judging's signal is aborted with: an error that judges may see, without content. */
export function abortReason(cause: AbortCause): Error {
  const error = new Error(cause === "shutdown" ? "Scoring is shutting down" : "The judging deadline has passed");
  error.name = cause === "shutdown" ? "AbortError" : "TimeoutError";
  return Object.assign(error, { code: cause });
}

/** The cause behind an aborted signal; any reason but our `shutdown` counts as `judge_timeout`. */
export function abortCauseOf(signal: AbortSignal): AbortCause {
  const reason: unknown = signal.reason;
  const isShutdown = typeof reason === "object" && reason !== null && "code" in reason && reason.code === "shutdown";
  return isShutdown ? "shutdown" : "judge_timeout";
}

/** The abort of a signal as a promise, and the way to stop watching it. */
export interface AbortWatch {
  /** Resolves when the signal is aborted; never rejects. */
  readonly aborted: Promise<void>;
  stop(): void;
}

/** Watches a signal. The watch must be stopped, else the signal keeps it alive. */
export function watchAbort(signal: AbortSignal): AbortWatch {
  const { promise, resolve } = promiseWithResolver();
  if (signal.aborted) resolve();
  signal.addEventListener("abort", resolve, { once: true });
  return { aborted: promise, stop: () => signal.removeEventListener("abort", resolve) };
}

function promiseWithResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
