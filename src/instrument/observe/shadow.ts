import { findProperty, type Method } from "./inspect.ts";

/** Makes what is used in place of a property's value. Called once for a plain property, at every read for a getter. */
export type Wrap = (value: unknown) => unknown;

/** A {@link Wrap} that replaces methods and leaves everything else. */
export function wrapMethod(wrap: (original: Method) => Method): Wrap {
  return (value) => (typeof value === "function" ? wrap(value as Method) : value);
}

/**
 * Puts own properties before an object's own or inherited ones; getters stay unread until the user reads them. The
 * object keeps its identity, prototype and private members, and the new properties are enumerable only where own
 * ones were before. Properties that are not there are left out. All or nothing: `false`, and the object as it was,
 * when it does not let us.
 */
export function shadow(object: object, wraps: readonly (readonly [key: PropertyKey, wrap: Wrap])[]): boolean {
  const undo: (() => void)[] = [];
  for (const [key, wrap] of wraps) {
    const found = findProperty(object, key);
    if (found === undefined) continue;
    const before = shadowOne(object, key, found, wrap);
    if (before === undefined) {
      for (const step of undo.reverse()) step();
      return false;
    }
    undo.push(() => restore(object, key, before.own));
  }
  return true;
}

function shadowOne(
  object: object,
  key: PropertyKey,
  found: PropertyDescriptor,
  wrap: Wrap,
): { readonly own: PropertyDescriptor | undefined } | undefined {
  try {
    const own = Reflect.getOwnPropertyDescriptor(object, key);
    const descriptor: PropertyDescriptor = {
      configurable: own?.configurable ?? true,
      enumerable: own?.enumerable ?? false,
    };
    if (found.get === undefined) {
      descriptor.value = wrap(found.value);
      descriptor.writable = own?.writable ?? true;
    } else {
      const { get } = found;
      descriptor.get = function (this: unknown) {
        return wrap(Reflect.apply(get, this, []));
      };
      if (found.set !== undefined) descriptor.set = found.set;
    }
    return Reflect.defineProperty(object, key, descriptor) ? { own } : undefined;
  } catch {
    return undefined;
  }
}

function restore(object: object, key: PropertyKey, own: PropertyDescriptor | undefined): void {
  try {
    if (own === undefined) Reflect.deleteProperty(object, key);
    else Reflect.defineProperty(object, key, own);
  } catch {
    // A property left behind passes everything through once its guard is finished.
  }
}
