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
  return new ObservationGuard(observation);
}

/** A class, not a closure: several are made on every request's path, and methods on a prototype cost no allocation. */
class ObservationGuard implements Guard {
  private target: Observation | undefined;
  private found = false;
  private started = false;
  private owner: object | undefined = undefined;

  constructor(observation: Observation) {
    this.target = observation;
  }

  get finished(): boolean {
    return this.target === undefined;
  }

  claim(token: object): boolean {
    this.owner ??= token;
    return this.owner === token;
  }

  attach(next: Observation): void {
    const current = this.target;
    if (current === undefined) {
      this.target = next;
      this.found = this.started = false;
      this.owner = undefined;
      this.streamFound();
      return;
    }
    if (this.found) notifySafely(() => next.streamFound());
    if (this.started) notifySafely(() => next.streamStarted());
    this.target = both(current, next);
  }

  run<T>(f: () => T): T {
    return this.target === undefined ? f() : runOnce(this.target, f);
  }

  streamFound(): void {
    if (this.found) return;
    this.found = true;
    this.tell((target) => target.streamFound());
  }

  streamStarted(): void {
    if (this.started) return;
    this.streamFound();
    this.started = true;
    this.tell((target) => target.streamStarted());
  }

  activity(): void {
    this.tell((target) => target.activity());
  }

  part(part: unknown): void {
    this.tell((target) => target.part(part));
  }

  resolved(value: unknown): void {
    this.finish((target) => target.resolved(value));
  }

  ended(): void {
    this.finish((target) => target.ended());
  }

  failed(error: unknown): void {
    this.finish((target) => target.failed(error));
  }

  stopped(): void {
    this.finish((target) => target.stopped());
  }

  unreadable(what: string): void {
    this.finish((target) => target.unreadable(what));
  }

  settleFailure(error: unknown): void {
    this.finish((target) => (isAbortError(error) ? target.stopped() : target.failed(error)));
  }

  private tell(notify: (target: Observation) => void): void {
    const { target } = this;
    if (target !== undefined) notifySafely(() => notify(target));
  }

  private finish(notify: (target: Observation) => void): void {
    const last = this.target;
    this.target = undefined;
    if (last !== undefined) notifySafely(() => notify(last));
  }
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
