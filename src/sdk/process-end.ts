/** The signals that mean "stop". */
export const stopSignals = ["SIGTERM", "SIGINT"] as const;

type StopSignal = (typeof stopSignals)[number];

/** The part of `process` that is used here, so that tests can hold it. */
export interface ProcessPort {
  readonly pid: number;
  prependListener(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  listeners(event: string): readonly unknown[];
  kill(pid: number, signal: string): unknown;
  exit(code: number): unknown;
}

/** What {@link watchProcessEnd} needs. */
export interface ProcessEndOptions {
  readonly process: ProcessPort;
  readonly monotonicMs: () => number;
  /** Never rejects; the same promise at every call. */
  readonly shutdown: () => Promise<void>;
}

/** npm and its kin pass on a Ctrl-C that the terminal has sent to the whole group: that is one stop, not two. */
const echoMs = 100;
const signalNumbers: Readonly<Record<StopSignal, number>> = { SIGTERM: 15, SIGINT: 2 };

/**
 * Shuts down at SIGTERM, SIGINT and the natural end of the process; returns the undo. Where the application listens to a
 * signal itself, ending the process stays its business; where it does not, the signal is raised again when all is
 * done, so that the exit status is the signal's. A second signal ends the process at once.
 */
export function watchProcessEnd({ process, monotonicMs, shutdown }: ProcessEndOptions): () => void {
  let first: { readonly signal: StopSignal; readonly atMs: number } | undefined;

  const onStop = (signal: StopSignal): void => {
    if (first !== undefined) {
      const isEcho = first.signal === signal && monotonicMs() - first.atMs < echoMs;
      if (!isEcho) raiseAgain(signal);
      return;
    }
    first = { signal, atMs: monotonicMs() };
    const isLeft = applicationListens(signal);
    void shutdown().then(() => {
      if (!isLeft) raiseAgain(signal);
    });
  };
  const onSignal = { SIGTERM: () => onStop("SIGTERM"), SIGINT: () => onStop("SIGINT") };
  const onBeforeExit = (): void => void shutdown();

  const raiseAgain = (signal: StopSignal): void => {
    if (applicationListens(signal)) return;
    unwatch();
    process.kill(process.pid, signal);
    // The kernel keeps a signal without a handler from process 1, the usual one in a container.
    if (process.pid === 1) process.exit(128 + signalNumbers[signal]);
  };
  const applicationListens = (signal: StopSignal): boolean =>
    process.listeners(signal).filter((listener) => listener !== onSignal[signal]).length > signalExitListeners(process);

  const unwatch = (): void => {
    for (const signal of stopSignals) process.off(signal, onSignal[signal]);
    process.off("beforeExit", onBeforeExit);
  };

  // Before all others: a `once` listener of the application is gone from the list by the time it has run.
  for (const signal of stopSignals) process.prependListener(signal, onSignal[signal]);
  process.prependListener("beforeExit", onBeforeExit);
  return unwatch;
}

/**
 * How many listeners belong to the package `signal-exit` (many packages bring it): they end the process only when
 * nobody else listens, so they must not count as the application's.
 */
function signalExitListeners(process: object): number {
  const emitters: readonly unknown[] = [
    (globalThis as Record<symbol, unknown>)[Symbol.for("signal-exit emitter")],
    (process as Record<string, unknown>)["__signal_exit_emitter__"],
  ];
  return emitters
    .map((emitter) => (typeof emitter === "object" && emitter !== null ? (emitter as { count?: unknown }).count : 0))
    .reduce<number>((sum, count) => sum + (typeof count === "number" ? count : 0), 0);
}
