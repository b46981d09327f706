import type { Guard } from "./guard.ts";
import { findProperty, isObjectLike, type Method } from "./inspect.ts";
import { isThenable, observeSettlement } from "./settlement.ts";
import { shadow, wrapMethod } from "./shadow.ts";

type Step = "next" | "return" | "throw";

/**
 * Observes a sync or async iterator through own `next`, `return` and `throw` properties; those it does not have
 * stay absent. The body runs inside `guard.run`. `wasAborted` tells, at the end, an abort that ends the iteration
 * without an error. `false` when the iterator cannot be changed.
 */
export function watchIterator(iterator: object, guard: Guard, wasAborted: () => boolean = never): boolean {
  const wrap = (step: Step) =>
    wrapMethod((original) => {
      return function (this: unknown, ...args: unknown[]): unknown {
        if (guard.finished || !guard.claim(iterator)) return Reflect.apply(original, this, args);
        return observedStep(step, () => Reflect.apply(original, this, args), guard, wasAborted);
      };
    });
  return shadow(iterator, [
    ["next", wrap("next")],
    ["return", wrap("return")],
    ["throw", wrap("throw")],
  ]);
}

/** Observes the iterators that a factory method makes; of several, the first that is used. */
export function watchIterators(factory: Method, guard: Guard, wasAborted: () => boolean = never): Method {
  const known = new WeakSet<object>();
  return function (this: unknown, ...args: unknown[]): unknown {
    if (guard.finished) return Reflect.apply(factory, this, args);
    let iterator: unknown;
    try {
      iterator = guard.run(() => Reflect.apply(factory, this, args));
    } catch (error) {
      guard.settleFailure(error);
      throw error;
    }
    if (isObjectLike(iterator) && iterator !== this && !known.has(iterator)) {
      known.add(iterator);
      if (!watchIterator(iterator, guard, wasAborted)) guard.unreadable("frozen_iterator");
    }
    return iterator;
  };
}

function observedStep(step: Step, call: () => unknown, guard: Guard, wasAborted: () => boolean): unknown {
  if (step === "next") guard.streamStarted();
  guard.activity();
  let result: unknown;
  try {
    result = guard.run(call);
  } catch (error) {
    guard.settleFailure(error);
    throw error;
  }
  const tell = (settled: unknown): void => tellStep(step, settled, guard, wasAborted);
  if (!isThenable(result)) {
    tell(result);
    return result;
  }
  const observed = observeSettlement(result, {
    fulfilled(settled) {
      tell(settled);
      return settled;
    },
    rejected: (error) => guard.settleFailure(error),
    run: (f) => f(),
  });
  if (observed === undefined) guard.unreadable("frozen_thenable");
  return observed ?? result;
}

function tellStep(step: Step, result: unknown, guard: Guard, wasAborted: () => boolean): void {
  // Cursors that only look like iterators give their items bare, and null at the end.
  if (result === null) guard.ended();
  if (!isObjectLike(result)) return;
  const done = findProperty(result, "done");
  const value = findProperty(result, "value");
  if (done?.get !== undefined || value?.get !== undefined) guard.unreadable("iterator_result");
  else if (done === undefined && value === undefined) guard.part(result);
  else if (!done?.value) guard.part(value?.value);
  else if (step === "return" || (step === "next" && wasAborted())) guard.stopped();
  else guard.ended();
}

function never(): boolean {
  return false;
}
