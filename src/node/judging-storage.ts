import { AsyncLocalStorage } from "node:async_hooks";

// One for the process, not one a triad: a judge may call what another triad has wrapped.
const storage = new AsyncLocalStorage<true>();

/** Runs `f`, and whatever it starts, as the work of judges. */
export function runJudging<T>(f: () => T): T {
  return storage.run(true, f);
}

/** Whether the present code is the work of judges. */
export function isJudging(): boolean {
  return storage.getStore() === true;
}
