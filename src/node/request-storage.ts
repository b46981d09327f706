import { AsyncLocalStorage } from "node:async_hooks";

/** What is known about the request that the present code runs for. */
export interface RequestStorage<T> {
  /** Runs `f`, and whatever it starts, with `value` in the storage. */
  run<R>(value: T, f: () => R): R;
  /** The innermost value, if there is one. */
  get(): T | undefined;
}

/** Creates a storage of its own: two of them never see each other's values. */
export function createRequestStorage<T>(): RequestStorage<T> {
  const storage = new AsyncLocalStorage<T>();
  return {
    run: (value, f) => storage.run(value, f),
    get: () => storage.getStore(),
  };
}

/**
 * Remembers what all storages of the process hold now; what it returns runs functions with just that. Taken before
 * there is a request, it keeps requests out of what is started through it.
 */
export function snapshotStorage(): <R>(f: () => R) => R {
  const snapshot: <R>(f: () => R) => R = AsyncLocalStorage.snapshot();
  return snapshot;
}
