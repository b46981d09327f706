import { isGeneratorObject } from "../node/generator-objects.ts";
import type { Observation } from "./observe/observation.ts";
import { observeResult } from "./observe/observe-result.ts";
import type { AnyFunction } from "./triad.ts";

/** The observation of one call of a wrapped function. */
export interface CallObservation extends Observation {
  /** The call gave a generator object at once: nothing of its body has run. Comes before anything about the result. */
  startsLate?(): void;
  /** A fetch `Response` is an answer whose body somebody will read. */
  readonly readsResponses?: boolean;
}

/** Starts the observation of one call; `undefined` lets the call pass through. */
export type BeginObservation = (args: readonly unknown[], target: AnyFunction) => CallObservation | undefined;

/** Makes wrappers that remember what they made, so that wrapping twice is wrapping once. */
export interface FunctionWrapper {
  wrap<F extends AnyFunction>(target: F, begin: BeginObservation): F;
}

/**
 * Creates the wrapper. The wrapped function is a Proxy with `apply` only, so name, length and properties stay; the
 * target runs exactly once a call, with its own `this` and arguments, whatever the observation does.
 */
export function createFunctionWrapper(onFailure: (error: unknown) => void): FunctionWrapper {
  const wrapped = new WeakSet<AnyFunction>();

  function apply(target: AnyFunction, self: unknown, args: unknown[], begin: BeginObservation): unknown {
    let observation: CallObservation | undefined;
    try {
      observation = begin(args, target);
    } catch (error) {
      onFailure(error);
    }
    if (observation === undefined) return Reflect.apply(target, self, args);
    let result: unknown;
    try {
      result = observation.run(() => Reflect.apply(target, self, args) as unknown);
    } catch (error) {
      try {
        observation.failed(error);
      } catch (failure) {
        onFailure(failure);
      }
      throw error;
    }
    try {
      if (isGeneratorObject(result)) observation.startsLate?.();
    } catch (failure) {
      onFailure(failure);
    }
    // A stream that another triad's wrapper observes already is observed beside it.
    return observeResult(result, observation, { reobserve: true, responses: observation.readsResponses === true });
  }

  return {
    wrap(target, begin) {
      if (typeof target !== "function") {
        throw new TypeError(
          `Expected the wrapped value to be a function, got \`${String(target)}\` (${typeof target})`,
        );
      }
      if (wrapped.has(target)) return target;
      const proxy = new Proxy(target, { apply: (_, self, args) => apply(target, self, args, begin) });
      wrapped.add(proxy);
      return proxy;
    },
  };
}
