import type { Guard } from "./guard.ts";
import { findProperty, hasMethod, mayHaveMethod, plainValue } from "./inspect.ts";
import { watchIterators } from "./observe-iterator.ts";
import { register } from "./registry.ts";
import { shadow, wrapMethod } from "./shadow.ts";

/** Whether the value is the `Stream` of an SDK that Stainless generated: iteration, `tee` and `toReadableStream` all start from its own `iterator` function. */
export function isSdkStream(value: object): boolean {
  return (
    typeof Reflect.getOwnPropertyDescriptor(value, "iterator")?.value === "function" &&
    hasMethod(value, "tee") &&
    mayHaveMethod(value, Symbol.asyncIterator) &&
    findProperty(value, "controller") !== undefined
  );
}

/** Observes an SDK's stream, whole or teed, once. An abort ends its iteration silently, so it is looked up then. */
export function observeSdkStream(stream: object, guard: Guard): void {
  const wasAborted = (): boolean => {
    const controller = plainValue(stream, "controller");
    return controller instanceof AbortController && controller.signal.aborted;
  };
  if (!shadow(stream, [["iterator", wrapMethod((original) => watchIterators(original, guard, wasAborted))]])) {
    guard.unreadable("frozen_iterator");
    return;
  }
  register(stream, guard);
  guard.streamFound();
}
