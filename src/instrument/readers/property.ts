import { hasGetter, hasMethod, mayHaveMethod } from "../observe/inspect.ts";

/** A value that properties can be read from; functions are not read. */
export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** How many more values a reader looks at: values that contain themselves, broadly, would keep it busy for hours. */
export interface Budget {
  left: number;
}

/** Takes one from the budget; `false` when nothing is left. */
export function spend(budget: Budget): boolean {
  return budget.left-- > 0;
}

/** The value of a plain property, own or inherited below Object.prototype; getters are not run. */
export function plain(object: object, key: string): unknown {
  return describe(object, key)?.value as unknown;
}

/**
 * The value of a property that holds text or a number. A getter is run only where that cannot start anything: not
 * on streams, promises and streaming results, whose getters drain what the user has yet to read.
 */
export function leaf(object: object, key: string): unknown {
  const descriptor = describe(object, key);
  if (descriptor?.get === undefined) return descriptor?.value as unknown;
  if (isLive(object)) return undefined;
  const value = Reflect.get(object, key) as unknown;
  return isRecord(value) && mayHaveMethod(value, "then") ? undefined : value;
}

/** The first of the keys whose value is accepted. */
export function firstOf<T>(
  object: object,
  keys: readonly string[],
  accept: (value: unknown) => T | undefined,
): T | undefined {
  for (const key of keys) {
    const value = leaf(object, key);
    if (value === undefined) continue;
    const accepted = accept(value);
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

/** Whether the object is still being produced or read: a promise, a stream, or an SDK's streaming result. */
export function isLive(object: object): boolean {
  return (
    mayHaveMethod(object, "then") ||
    mayHaveMethod(object, Symbol.asyncIterator) ||
    hasGetter(object, "textStream") ||
    hasMethod(object, "getReader") ||
    hasMethod(object, "pipe") ||
    hasMethod(object, "arrayBuffer")
  );
}

/** A string as it is; `undefined` for everything else. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A finite number as it is; `undefined` for everything else. */
export function asFinite(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function describe(object: object, key: string): PropertyDescriptor | undefined {
  if (!(key in object)) return undefined;
  let current: object | null = object;
  for (let depth = 0; current !== null && current !== Object.prototype && depth < 16; depth++) {
    const descriptor = Reflect.getOwnPropertyDescriptor(current, key);
    if (descriptor !== undefined) return descriptor;
    current = Reflect.getPrototypeOf(current);
  }
  return undefined;
}
