import { createGuard, type Guard } from "./guard.ts";
import { isObjectLike, mayHaveMethod } from "./inspect.ts";
import type { Observation } from "./observation.ts";
import { isAiStreamResult, observeAiResult } from "./observe-ai-result.ts";
import { isApiPromise, observeApiPromise } from "./observe-api-promise.ts";
import { isEventStream, observeEventStream } from "./observe-event-stream.ts";
import { isIteration, observeIteration, watchIteration } from "./observe-iterable.ts";
import { isNodeReadable, observeNodeReadable } from "./observe-node-stream.ts";
import { isResponse, observeResponse } from "./observe-response.ts";
import { isSdkStream, observeSdkStream } from "./observe-sdk-stream.ts";
import { isWebStream, observeWebStream } from "./observe-web-stream.ts";
import { guardOf, register } from "./registry.ts";
import { isThenable, observeSettlement } from "./settlement.ts";
import { shadow } from "./shadow.ts";

/** How to treat a result that was observed before. */
export interface ObserveOptions {
  /**
   * Observe a stream that is observed already: beside the one who does, or after it (a source that is iterated again
   * for another request). Otherwise such a stream is `resolved`, as a value. @default false
   */
  readonly reobserve?: boolean;
  /**
   * Observe the body of a fetch `Response`: the result then is a stream, which waits for whoever reads it. Otherwise
   * a Response is unreadable. For generators; the work around them may well return a Response whose body says no more.
   * @default false
   */
  readonly responses?: boolean;
}

/**
 * Observes what the user's function returned while its user uses it, and gives what to return to him in its place.
 *
 * Nothing is read, awaited, called or iterated that the user does not, and what he sees is unchanged: values,
 * errors, order, back-pressure. Given back are: plain values as they are; for a native promise a promise derived from
 * it; for a plain web stream a new one over it; for anything else (thenables, promise subclasses, SDK objects,
 * generators, iterables, Node streams) the same object, observed through own properties. What cannot be observed is
 * `unreadable`. Never throws; neither does an observation that does reach the user.
 */
export function observeResult<T>(result: T, observation: Observation, options: ObserveOptions = {}): T {
  const guard = createGuard(observation);
  try {
    return observeValue(result, guard, options) as T;
  } catch {
    guard.unreadable("not_observable");
    return result;
  }
}

/** Whether this very object is, or was, observed as a stream. Promises are not: each holder's is observed for itself. */
export function isObserved(value: unknown): boolean {
  return isObjectLike(value) && guardOf(value) !== undefined;
}

function observeValue(value: unknown, guard: Guard, options: ObserveOptions): unknown {
  if (!isObjectLike(value)) {
    guard.resolved(value);
    return value;
  }
  if (isPlain(value)) {
    guard.resolved(value);
    return value;
  }
  const known = guardOf(value);
  if (known !== undefined) {
    if (options.reobserve === true) known.attach(guard);
    else guard.resolved(value);
    return value;
  }
  const observeSettled = (settled: unknown): unknown => observeSafely(settled, guard, options);
  if (isThenable(value)) return observeThenable(value, guard, observeSettled);
  if (isWebStream(value)) return observeWebStream(value, guard);
  if (isResponse(value)) {
    if (options.responses === true) observeResponse(value, guard);
    else guard.unreadable("response");
  } else if (isNodeReadable(value)) observeNodeReadable(value, guard);
  else if (isEventStream(value)) observeEventStream(value, guard);
  else if (isAiStreamResult(value)) observeAiResult(value, guard);
  else if (isSdkStream(value)) observeSdkStream(value, guard);
  else if (isIteration(value)) observeIteration(value, guard);
  else if (!observeCarried(value, guard, options)) guard.resolved(value);
  return value;
}

/** Observes the stream in an object that carries one beside its sources or its response; `false` when there is none. */
function observeCarried(value: object, guard: Guard, options: ObserveOptions): boolean {
  for (const key of ["stream", "textStream"]) {
    const stream = Reflect.getOwnPropertyDescriptor(value, key)?.value as unknown;
    if (!isObjectLike(stream) || !(isWebStream(stream) || isNodeReadable(stream) || isIteration(stream))) continue;
    const observed = observeValue(stream, guard, options);
    if (observed !== stream && !shadow(value, [[key, () => observed]])) guard.unreadable("frozen_stream");
    else register(value, guard);
    return true;
  }
  return false;
}

const activeKeys = ["then", "next", "pipe", "on", "_emit", "stream", "textStream", "iterator", Symbol.asyncIterator];

/** Arrays and plain records without anything active in them, which most results are; the checks that follow would find nothing. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Reflect.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !activeKeys.some((key) => key in value);
}

function observeSafely(value: unknown, guard: Guard, options: ObserveOptions): unknown {
  try {
    return observeValue(value, guard, options);
  } catch {
    guard.unreadable("not_observable");
    return value;
  }
}

function observeThenable(value: object, guard: Guard, observeSettled: (settled: unknown) => unknown): object {
  if (isApiPromise(value)) {
    observeApiPromise(value, guard, observeSettled);
    return value;
  }
  const observed = observeSettlement(value, {
    fulfilled: observeSettled,
    rejected: (error) => guard.settleFailure(error),
    run: (f) => guard.run(f),
  });
  if (observed === undefined) {
    guard.unreadable("frozen_thenable");
    return value;
  }
  // A query that can be awaited or iterated is observed whichever way it is used.
  if (observed === value && mayHaveMethod(value, Symbol.asyncIterator)) watchIteration(value, guard);
  return observed;
}
