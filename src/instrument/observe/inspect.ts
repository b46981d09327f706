/** A function of unknown shape, called with its own `this`. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Whether properties can be looked up on the value. */
export function isObjectLike(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/**
 * The descriptor of a property, own or inherited. Unlike a read it runs no getter, which could execute a query or
 * drain a stream. `undefined` when there is none or a Proxy refuses.
 */
export function findProperty(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  try {
    if (!(key in object)) return undefined;
    let current: object | null = object;
    for (let depth = 0; current !== null && depth < 64; depth++) {
      const descriptor = Reflect.getOwnPropertyDescriptor(current, key);
      if (descriptor !== undefined) return descriptor;
      current = Reflect.getPrototypeOf(current);
    }
  } catch {
    // A Proxy that throws in its traps shows nothing.
  }
  return undefined;
}

/** Whether a method of that name is there; an accessor counts, unread, because it may give a method. */
export function mayHaveMethod(object: object, key: PropertyKey): boolean {
  const descriptor = findProperty(object, key);
  return descriptor !== undefined && (descriptor.get !== undefined || typeof descriptor.value === "function");
}

/** Whether a method of that name is there as a plain property. */
export function hasMethod(object: object, key: PropertyKey): boolean {
  return typeof findProperty(object, key)?.value === "function";
}

/** Whether the property is an accessor. */
export function hasGetter(object: object, key: PropertyKey): boolean {
  return findProperty(object, key)?.get !== undefined;
}

/** The value of a plain property, own or inherited; accessors are not run and give `undefined`. */
export function plainValue(object: object, key: PropertyKey): unknown {
  return findProperty(object, key)?.value as unknown;
}
