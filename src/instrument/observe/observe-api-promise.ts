import type { Guard } from "./guard.ts";
import { hasMethod } from "./inspect.ts";
import { observeSettlement } from "./settlement.ts";
import { shadow, wrapMethod } from "./shadow.ts";

/**
 * Whether the value is the promise of an SDK that Stainless generated (`openai`, `@anthropic-ai/sdk` and others):
 * its `then`, `catch`, `finally` and `withResponse` all go through `parse`, and `asResponse` gives the raw response.
 */
export function isApiPromise(value: object): boolean {
  return hasMethod(value, "parse") && hasMethod(value, "asResponse") && hasMethod(value, "withResponse");
}

/**
 * Observes an SDK's promise through `parse` on the instance. Whoever takes the raw response instead reads what we
 * cannot: `raw_response`, unless the parsed value comes as well.
 */
export function observeApiPromise(promise: object, guard: Guard, observeValue: (value: unknown) => unknown): void {
  const parsed = new WeakMap<object, object>();
  let withResponse = false;
  const done = shadow(promise, [
    [
      "parse",
      wrapMethod((original) => {
        return function (this: unknown, ...args: unknown[]): unknown {
          const result = Reflect.apply(original, this, args);
          if (typeof result !== "object" || result === null) return result;
          const known = parsed.get(result);
          if (known !== undefined) return known;
          const observed = observeSettlement(result, {
            fulfilled: (value) => observeValue(value),
            rejected: (error) => guard.settleFailure(error),
            run: (f) => f(),
          });
          if (observed === undefined) guard.unreadable("frozen_thenable");
          parsed.set(result, observed ?? result);
          return observed ?? result;
        };
      }),
    ],
    [
      "withResponse",
      wrapMethod((original) => {
        return function (this: unknown, ...args: unknown[]): unknown {
          withResponse = true;
          try {
            return Reflect.apply(original, this, args);
          } finally {
            withResponse = false;
          }
        };
      }),
    ],
    [
      "asResponse",
      wrapMethod((original) => {
        return function (this: unknown, ...args: unknown[]): unknown {
          const response = Reflect.apply(original, this, args);
          if (withResponse || typeof response !== "object" || response === null) return response;
          const observed = observeSettlement(response, {
            fulfilled(value) {
              guard.unreadable("raw_response");
              return value;
            },
            rejected: (error) => guard.settleFailure(error),
            run: (f) => f(),
          });
          return observed ?? response;
        };
      }),
    ],
  ]);
  if (!done) guard.unreadable("frozen_thenable");
}
