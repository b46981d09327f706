import { onAbort } from "../core/on-abort.ts";
import { abortFailure, refuseAborted } from "./aborted.ts";
import type { PolicyContext } from "./policy.ts";

/** Resolves after `ms`; rejects with the signal's failure at once when it is aborted, and leaves no timer behind. */
export async function wait(ms: number, { signal, clock }: PolicyContext): Promise<void> {
  refuseAborted(signal);
  await new Promise<void>((resolve, reject) => {
    const stop = onAbort(signal, () => {
      cancel();
      reject(abortFailure(signal));
    });
    const cancel = clock.schedule(() => {
      stop();
      resolve();
    }, ms);
  });
}
