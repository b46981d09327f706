import { bindContext } from "../../node/bind-context.ts";
import { isObjectLike, mayHaveMethod, type Method } from "./inspect.ts";
import { shadow, wrapMethod } from "./shadow.ts";

/** Sees how a promise settles. Neither may throw. */
export interface Settlement {
  /** Gives the value to hand on: the same one, or an observed stream in its place. */
  fulfilled(value: unknown): unknown;
  rejected(error: unknown): void;
  /** Runs the user's own `then`, which may start the work. */
  run<T>(f: () => T): T;
}

/** Whether awaiting the value would call a `then`. The property is not read. */
export function isThenable(value: unknown): value is object {
  return isObjectLike(value) && (isNativePromise(value) || mayHaveMethod(value, "then"));
}

/**
 * Sees how a promise or thenable settles when its holder looks, and gives what to hand on in its place:
 * - a native promise: a promise derived from it, so that a rejection nobody handles is still reported;
 * - anything else: the same object, seen from inside the holder's own `then`, so that a lazy query runs exactly as
 *   often as its holder makes it. A native promise that carries properties of its own is kept too; since `await`
 *   looks past its `then`, it also gets a `constructor` of its own, which makes `await` call `then`.
 *
 * `undefined` when the object cannot be changed; nothing has been touched then.
 */
export function observeSettlement(thenable: object, settlement: Settlement): object | undefined {
  if (!isNativePromise(thenable)) return watchThen(thenable, settlement, []) ? thenable : undefined;
  if (carriesProperties(thenable))
    return watchThen(thenable, settlement, [["constructor", () => ThenableOnly]]) ? thenable : undefined;
  try {
    return Reflect.apply(Promise.prototype.then, thenable, [
      (value: unknown) => settlement.fulfilled(value),
      (error: unknown) => {
        settlement.rejected(error);
        throw error;
      },
    ]) as object;
  } catch {
    // A Proxy of a promise fails the brand check before anything happened.
    return watchThen(thenable, settlement, []) ? thenable : undefined;
  }
}

function isNativePromise(value: object): boolean {
  try {
    return Reflect.getPrototypeOf(value) === Promise.prototype;
  } catch {
    return false;
  }
}

/** Symbols that Node 20 itself puts on promises for AsyncLocalStorage. */
const nodeSymbols: ReadonlySet<string | undefined> = new Set([
  "async_id_symbol",
  "trigger_async_id_symbol",
  "kResourceStore",
]);

function carriesProperties(promise: object): boolean {
  return Reflect.ownKeys(promise).some((key) => typeof key === "string" || !nodeSymbols.has(key.description));
}

/** Stands in as the `constructor` of a promise whose `then` must be called; what is derived from it is a plain promise. */
const ThenableOnly: PromiseConstructor = class extends Promise<unknown> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
} as PromiseConstructor;
Object.defineProperty(ThenableOnly, "name", { value: "Promise" });

/** The settlements that wait for the next `then` of an object, so that one object kept by its owner is patched once. */
const waiting = new WeakMap<object, Set<Settlement>>();

/** Observes a thenable in its own `then`; `more` is shadowed with it. `false` when it cannot be changed. */
export function watchThen(thenable: object, settlement: Settlement, more: Parameters<typeof shadow>[1]): boolean {
  const known = waiting.get(thenable);
  if (known !== undefined) {
    known.add(settlement);
    return true;
  }
  const settlements = new Set([settlement]);
  const then = wrapMethod((original) => observedThen(original, settlements));
  if (!shadow(thenable, [["then", then], ...more])) return false;
  waiting.set(thenable, settlements);
  return true;
}

function observedThen(original: Method, settlements: Set<Settlement>): Method {
  let last: { readonly from: unknown; readonly to: unknown } | undefined;
  const fulfil = (value: unknown): unknown => {
    let observed = last !== undefined && Object.is(last.from, value) ? last.to : value;
    const told = [...settlements];
    settlements.clear();
    for (const settlement of told) observed = settlement.fulfilled(observed);
    last = observed === value ? undefined : { from: value, to: observed };
    return observed;
  };
  const reject = (error: unknown): void => {
    const told = [...settlements];
    settlements.clear();
    for (const settlement of told) settlement.rejected(error);
  };
  return function (this: unknown, ...args: unknown[]): unknown {
    const [onFulfilled, onRejected, ...others] = args;
    const next = typeof onFulfilled === "function" ? bindContext(onFulfilled as Method) : undefined;
    const recover = typeof onRejected === "function" ? bindContext(onRejected as Method) : undefined;
    const handlers = [
      function (this: unknown, value: unknown, ...rest: unknown[]): unknown {
        const observed = fulfil(value);
        return next === undefined ? observed : Reflect.apply(next, this, [observed, ...rest]);
      },
      function (this: unknown, error: unknown, ...rest: unknown[]): unknown {
        reject(error);
        if (recover === undefined) throw error;
        return Reflect.apply(recover, this, [error, ...rest]);
      },
    ];
    let call = (): unknown => Reflect.apply(original, this, [...handlers, ...others]);
    for (const settlement of settlements) {
      const inner = call;
      call = () => settlement.run(inner);
    }
    try {
      return call();
    } catch (error) {
      reject(error);
      throw error;
    }
  };
}
