import { ignoreRejection } from "../core/ignore-rejection.ts";
import type { PolicyContext } from "./policy.ts";

/** Tells a function of the user's, if there is one; what it throws becomes a warning and nothing else. */
export function notify<T extends readonly unknown[]>(
  callback: ((...told: T) => void) | undefined,
  told: T,
  { warn }: PolicyContext,
): void {
  try {
    ignoreRejection(callback?.(...told));
  } catch {
    warn?.({
      code: "policy_callback_failed",
      message: "A function given to a policy threw (onStateChange or onBound); the call it was told of went on.",
    });
  }
}
