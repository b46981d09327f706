import { isAbortError } from "./abort-error.ts";
import type { Observation } from "./observation.ts";

/** An {@link Observation} that never throws, keeps the order of its contract, and can be given a successor. */
export interface Guard extends Observation {
  /** One of the final five has been told, and no successor is attached. */
  readonly finished: boolean;
  /**
   * Whether `token` is the first to ask since the last attachment: of several iterations of one source, the first
   * is observed.
   */
  claim(token: object): boolean;
  /** `failed`, or `stopped` when the error is an abort. */
  settleFailure(error: unknown): void;
  /** Tells `next` from now on: instead of an observation that is finished, beside one that is not. */
  attach(next: Observation): void;
}

/** Guards an observation. Once finished, the guard holds no reference to it, so a result that lives on does not keep the request alive. */
export function createGuard(observation: Observation): Guard {
  let target: Observation | undefined = observation;
  let found = false;
  let started = false;
  let owner: object | undefined;

  const tell = (notify: (target: Observation) => void): void => {
    if (target === undefined) return;
    try {
      notify(target);
    } catch {
      // The request goes on whatever telemetry does.
    }
  };
  const finish = (notify: (target: Observation) => void): void => {
    const last = target;
    target = undefined;
    if (last === undefined) return;
    try {
      notify(last);
    } catch {
      // As above: nobody is to see it.
    }
  };

  const streamFound = (): void => {
    if (found) return;
    found = true;
    tell((target) => target.streamFound());
  };

  return {
    get finished() {
      return target === undefined;
    },
    claim(token) {
      owner ??= token;
      return owner === token;
    },
    attach(next) {
      const current = target;
      if (current === undefined) {
        target = next;
        found = started = false;
        owner = undefined;
        streamFound();
        return;
      }
      if (found) notifySafely(() => next.streamFound());
      if (started) notifySafely(() => next.streamStarted());
      target = both(current, next);
    },
    run: (f) => (target === undefined ? f() : runOnce(target, f)),
    streamFound,
    streamStarted() {
      if (started) return;
      streamFound();
      started = true;
      tell((target) => target.streamStarted());
    },
    activity: () => tell((target) => target.activity()),
    part: (part) => tell((target) => target.part(part)),
    resolved: (value) => finish((target) => target.resolved(value)),
    ended: () => finish((target) => target.ended()),
    failed: (error) => finish((target) => target.failed(error)),
    stopped: () => finish((target) => target.stopped()),
    unreadable: (what) => finish((target) => target.unreadable(what)),
    settleFailure(error) {
      finish((target) => (isAbortError(error) ? target.stopped() : target.failed(error)));
    },
  };
}

/** Runs `f` inside `target.run`, exactly once whatever `target.run` does, and gives what `f` gave. */
function runOnce<T>(target: Observation, f: () => T): T {
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  const once = (): T => {
    if (outcome === undefined) {
      try {
        outcome = { value: f() };
      } catch (error) {
        outcome = { error };
      }
    }
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  };
  try {
    target.run(once);
  } catch {
    // Either f's own error, thrown again below, or the observation's, which nobody is to see.
  }
  return once();
}

function both(first: Observation, second: Observation): Observation {
  const each = (notify: (target: Observation) => void): void => {
    notifySafely(() => notify(first));
    notifySafely(() => notify(second));
  };
  return {
    run: (f) => runOnce(first, () => runOnce(second, f)),
    streamFound: () => each((target) => target.streamFound()),
    streamStarted: () => each((target) => target.streamStarted()),
    activity: () => each((target) => target.activity()),
    part: (part) => each((target) => target.part(part)),
    resolved: (value) => each((target) => target.resolved(value)),
    ended: () => each((target) => target.ended()),
    failed: (error) => each((target) => target.failed(error)),
    stopped: () => each((target) => target.stopped()),
    unreadable: (what) => each((target) => target.unreadable(what)),
  };
}

function notifySafely(notify: () => void): void {
  try {
    notify();
  } catch {
    // As above: nobody is to see it.
  }
}
