import { AsyncResource } from "node:async_hooks";

type Callback = (this: unknown, ...args: unknown[]) => unknown;

/** The same function, run in the asynchronous context of this moment wherever it is called from. */
export function bindContext(f: Callback): Callback {
  const resource = new AsyncResource("rag-triad.callback");
  return function (this: unknown, ...args: unknown[]): unknown {
    return resource.runInAsyncScope(f, this, ...args);
  };
}
