import type { Guard } from "./guard.ts";

const guards = new WeakMap<object, Guard>();

/** Remembers that `value` is observed through `guard`. */
export function register(value: object, guard: Guard): void {
  guards.set(value, guard);
}

/** The guard of an observed object. */
export function guardOf(value: object): Guard | undefined {
  return guards.get(value);
}
