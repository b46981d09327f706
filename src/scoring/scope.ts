import type { Clock } from "../core/clock.ts";
import { onAbort } from "../core/on-abort.ts";
import { abortReason } from "./abort-reason.ts";

/** The time that one judge is given: it ends with what it is part of, when its own time is up, or when nobody waits any more. */
export interface Scope {
  readonly signal: AbortSignal;
  /** When `signal` will be aborted, in the clock's monotonic milliseconds. */
  readonly deadlineMs?: number | undefined;
}

/** A scope of one's own, and its end. */
export interface OwnScope extends Scope {
  /** Aborts the scope, if it is not aborted, and lets go of what it watches. */
  end(): void;
}

/** Opens a scope inside another: `signals` and `timeoutMs` can only make it shorter. */
export function openScope(
  parent: Scope,
  clock: Clock,
  { signals, timeoutMs }: { readonly signals: readonly AbortSignal[]; readonly timeoutMs: number | undefined },
): OwnScope {
  const controller = new AbortController();
  const timesOutMs = timeoutMs === undefined ? undefined : clock.monotonicMs() + Math.max(0, timeoutMs || 0);
  const stops: (() => void)[] = [];
  const abort = (reason: unknown): void => {
    for (const stop of stops.splice(0)) stop();
    controller.abort(reason);
  };
  for (const signal of [parent.signal, ...signals]) stops.push(onAbort(signal, () => abort(signal.reason)));
  if (timesOutMs !== undefined && !controller.signal.aborted) {
    const remainingMs = timesOutMs - clock.monotonicMs();
    stops.push(clock.schedule(() => abort(abortReason("judge_timeout")), remainingMs));
  }
  return {
    signal: controller.signal,
    deadlineMs: earliest(parent.deadlineMs, timesOutMs),
    end: () => abort(abortReason("judge_timeout")),
  };
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
