import { AsyncResource } from "node:async_hooks";
import type { Method } from "./inspect.ts";

/** The same function, run in the asynchronous context of this moment wherever it is called from. */
export function bindContext(f: Method): Method {
  const resource = new AsyncResource("rag-triad.callback");
  return function (this: unknown, ...args: unknown[]): unknown {
    return resource.runInAsyncScope(f, this, ...args);
  };
}
