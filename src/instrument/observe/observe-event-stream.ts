import type { Guard } from "./guard.ts";
import { hasMethod } from "./inspect.ts";
import { register } from "./registry.ts";
import { shadow, wrapMethod } from "./shadow.ts";

/** The events whose first argument is a part, raw: OpenAI chat completions, OpenAI responses and assistants, Anthropic messages. */
const partEvents: ReadonlySet<unknown> = new Set(["chunk", "event", "streamEvent"]);

/** Whether the value is an SDK's helper stream (`client.chat.completions.stream()` and the like): it runs by itself and emits through `_emit`. */
export function isEventStream(value: object): boolean {
  return hasMethod(value, "_emit") && hasMethod(value, "on") && hasMethod(value, "done") && hasMethod(value, "abort");
}

/**
 * Observes a helper stream through `_emit` on the instance. A listener would not do: with one on `error` or `abort`
 * the SDK takes the failure for handled. Such a stream runs whether or not anybody reads it, so it has started.
 */
export function observeEventStream(stream: object, guard: Guard): void {
  if ((stream as { readonly ended?: unknown }).ended === true) {
    guard.unreadable("consumed_stream");
    return;
  }
  let parts = 0;
  const tell = (event: unknown, argument: unknown): void => {
    if (partEvents.has(event)) {
      parts++;
      guard.activity();
      guard.part(argument);
    } else if (event === "finalContent") {
      if (parts === 0) guard.part(argument ?? "");
    } else if (event === "error") guard.settleFailure(argument);
    else if (event === "abort") guard.stopped();
    else if (event === "end") guard.ended();
  };
  const emit = wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      tell(args[0], args[1]);
      return Reflect.apply(original, this, args);
    };
  });
  if (!shadow(stream, [["_emit", emit]])) {
    guard.unreadable("frozen_stream");
    return;
  }
  register(stream, guard);
  guard.streamFound();
  guard.streamStarted();
}
