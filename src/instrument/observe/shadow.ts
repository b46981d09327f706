import { findProperty, type Method } from "./inspect.ts";

/** Makes the method to use in place of the original. */
export type Wrap = (original: Method) => Method;

/**
 * Puts own properties before an object's methods (or before getters that give methods, which stay unread until the
 * user reads them). The object keeps its identity, prototype and private members; the properties are not
 * enumerable unless they were own and enumerable before. All or nothing: `false` when the object does not let us.
 */
export function shadowMethods(object: object, wraps: readonly (readonly [key: PropertyKey, wrap: Wrap])[]): boolean {
  const done: [PropertyKey, PropertyDescriptor | undefined][] = [];
  for (const [key, wrap] of wraps) {
    const inherited = findProperty(object, key);
    if (inherited === undefined) continue;
    if (!shadow(object, key, inherited, wrap, done)) {
      for (const [undoneKey, before] of done.reverse()) restore(object, undoneKey, before);
      return false;
    }
  }
  return true;
}

function shadow(
  object: object,
  key: PropertyKey,
  inherited: PropertyDescriptor,
  wrap: Wrap,
  done: [PropertyKey, PropertyDescriptor | undefined][],
): boolean {
  try {
    const own = Reflect.getOwnPropertyDescriptor(object, key);
    const attributes = own ?? { configurable: true, enumerable: false, writable: true };
    const descriptor: PropertyDescriptor =
      inherited.get === undefined
        ? { ...pick(attributes), writable: attributes.writable ?? true, value: wrapped(inherited.value, wrap) }
        : { ...pick(attributes), get: wrappedGetter(inherited.get, wrap), set: inherited.set };
    if (!Reflect.defineProperty(object, key, descriptor)) return false;
    done.push([key, own]);
    return true;
  } catch {
    return false;
  }
}

function pick(attributes: PropertyDescriptor): PropertyDescriptor {
  return { configurable: attributes.configurable ?? true, enumerable: attributes.enumerable ?? false };
}

function wrapped(value: unknown, wrap: Wrap): unknown {
  return typeof value === "function" ? wrap(value as Method) : value;
}

function wrappedGetter(get: () => unknown, wrap: Wrap): (this: unknown) => unknown {
  return function (this: unknown) {
    return wrapped(Reflect.apply(get, this, []), wrap);
  };
}

function restore(object: object, key: PropertyKey, before: PropertyDescriptor | undefined): void {
  try {
    if (before === undefined) Reflect.deleteProperty(object, key);
    else Reflect.defineProperty(object, key, before);
  } catch {
    // A half-patched object still behaves: every wrapper passes through once its guard is finished.
  }
}
