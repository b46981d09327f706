import type { Guard } from "./guard.ts";
import { hasMethod, isObjectLike } from "./inspect.ts";
import { isThenable, observeSettlement, watchThen, type Settlement } from "./settlement.ts";
import { shadow, wrapMethod, type Wrap } from "./shadow.ts";

/**
 * Whether the value is the promise of an SDK that Stainless generated (`openai`, `@anthropic-ai/sdk` and others):
 * its `then`, `catch` and `finally` go through `parse`, and `asResponse` gives the raw response.
 */
export function isApiPromise(value: object): boolean {
  return hasMethod(value, "parse") && hasMethod(value, "asResponse") && hasMethod(value, "withResponse");
}

/**
 * Observes an SDK's promise on the instance: in `parse`, which the others call, and where the instance has a `then`
 * of its own (the promise of a list) in that too. Whoever takes the raw response instead reads what we cannot:
 * `raw_response`, unless the parsed value comes first.
 */
export function observeApiPromise(promise: object, guard: Guard, observeValue: (value: unknown) => unknown): void {
  let seen = false;
  let withResponse = false;
  const settlement: Settlement = {
    fulfilled(value) {
      if (seen) return value;
      seen = true;
      return observeValue(value);
    },
    rejected: (error) => guard.settleFailure(error),
    run: (f) => f(),
  };
  const done = shadow(promise, [
    ["parse", returns((parsed) => observeSettlement(parsed, settlement))],
    [
      "withResponse",
      aroundCall(
        () => (withResponse = true),
        () => (withResponse = false),
        (result) => observeSettlement(result, { ...settlement, fulfilled: (value) => withData(value, settlement) }),
      ),
    ],
    [
      "asResponse",
      returns((response) =>
        withResponse
          ? undefined
          : observeSettlement(response, { ...settlement, fulfilled: (raw) => (guard.unreadable("raw_response"), raw) }),
      ),
    ],
  ]);
  if (!done || (Object.hasOwn(promise, "then") && !watchOwnThen(promise, settlement)))
    guard.unreadable("frozen_thenable");
}

/** The methods that an instance has of its own do not call its `parse`. */
function watchOwnThen(promise: object, settlement: Settlement): boolean {
  return watchThen(promise, settlement, [
    [
      "catch",
      wrapMethod(
        () =>
          function (this: unknown, onRejected: unknown) {
            return (this as Promise<unknown>).then(undefined, onRejected as () => unknown);
          },
      ),
    ],
    ["finally", returns((result) => observeSettlement(result, settlement))],
  ]);
}

/** `withResponse` gives an object of its own around the parsed value. */
function withData(result: unknown, settlement: Settlement): unknown {
  if (!isObjectLike(result) || !("data" in result)) return result;
  const data = settlement.fulfilled(result.data);
  if (data !== result.data) result.data = data;
  return result;
}

/** Replaces the promise that a method returns; the same promise always by the same one. */
function returns(observe: (result: object) => object | undefined): Wrap {
  return aroundCall(
    () => {},
    () => {},
    observe,
  );
}

function aroundCall(before: () => void, after: () => void, observe: (result: object) => object | undefined): Wrap {
  const known = new WeakMap<object, object>();
  return wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      let result: unknown;
      before();
      try {
        result = Reflect.apply(original, this, args);
      } finally {
        after();
      }
      if (!isThenable(result)) return result;
      const observed = known.get(result) ?? observe(result) ?? result;
      known.set(result, observed);
      return observed;
    };
  });
}
