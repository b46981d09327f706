import type { Guard } from "./guard.ts";
import { hasMethod, mayHaveMethod } from "./inspect.ts";
import { watchIterator, watchIterators } from "./observe-iterator.ts";
import { register } from "./registry.ts";
import { shadow, wrapMethod } from "./shadow.ts";

const asyncGeneratorPrototype = Reflect.getPrototypeOf(async function* () {}.prototype as object) as object;
const intrinsicAsyncIterator = Reflect.get(asyncGeneratorPrototype, Symbol.asyncIterator) as unknown;

/** Whether the value is to be iterated: asynchronously, or a generator. Arrays, strings, Maps and other sync collections are plain values. */
export function isIteration(value: object): boolean {
  // A page of an SDK's list can be iterated into the next pages, but is itself the value that was asked for.
  if (hasMethod(value, "getPaginatedItems")) return false;
  return mayHaveMethod(value, Symbol.asyncIterator) || isIterator(value);
}

function isIterator(value: object): boolean {
  return hasMethod(value, "next") && (hasMethod(value, "return") || hasMethod(value, "throw"));
}

/** Observes a generator, iterator or async iterable on the instance. */
export function observeIteration(value: object, guard: Guard): void {
  if (watchIteration(value, guard)) {
    register(value, guard);
    guard.streamFound();
  } else {
    guard.unreadable("frozen_iterator");
  }
}

/** Patches `next`, `return`, `throw` and the iterator factory, whichever are there; `false` when it cannot. */
export function watchIteration(value: object, guard: Guard): boolean {
  if (isIterator(value) || mayHaveMethod(value, "next")) {
    if (!watchIterator(value, guard)) return false;
  }
  return shadow(value, [
    [
      Symbol.asyncIterator,
      wrapMethod((original) => (original === intrinsicAsyncIterator ? original : watchIterators(original, guard))),
    ],
  ]);
}
