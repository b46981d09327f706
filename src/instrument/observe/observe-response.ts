import type { Guard } from "./guard.ts";
import { isObjectLike } from "./inspect.ts";
import { isWebStream, watchOf } from "./observe-web-stream.ts";
import { register } from "./registry.ts";
import { isThenable, observeSettlement } from "./settlement.ts";
import { shadow, wrapMethod, type Wrap } from "./shadow.ts";
import { watchWebStream } from "./watch-web-stream.ts";

/** Whether the value is a fetch `Response`. */
export function isResponse(value: object): value is Response {
  return typeof Response === "function" && value instanceof Response;
}

/** Content types whose body can be the answer's text, plain or as events that are read one by one. */
const textTypes = /^(?:text\/(?:plain|markdown|event-stream)|application\/(?:json|x-ndjson|jsonl))\b/iu;

/**
 * Observes a Response on the instance, through the body or the method that its user reads: frameworks for Node read
 * `body`. A response that failed, was read before, or whose content type is not text is `response`, unreadable.
 */
export function observeResponse(response: Response, guard: Guard): void {
  const readable = response.ok && !response.bodyUsed && textTypes.test(response.headers.get("content-type") ?? "");
  if (!readable || !watchResponse(response, guard)) {
    guard.unreadable("response");
    return;
  }
  register(response, guard);
  guard.streamFound();
}

function watchResponse(response: Response, guard: Guard): boolean {
  const bodies = new WeakMap<object, ReadableStream<unknown>>();
  const body: Wrap = (value) => {
    if (!isObjectLike(value) || !isWebStream(value)) return value;
    const known = bodies.get(value);
    // A body that somebody else reads, `text()` say, shows that it is locked; cloning gives the response another one.
    if (known === undefined ? value.locked || guard.finished : value.locked && !known.locked) return value;
    const observed = known ?? watchWebStream(value, watchOf(guard));
    bodies.set(value, observed);
    return observed;
  };
  const reads = (tell: (value: unknown) => void): Wrap =>
    wrapMethod((original) => {
      return function (this: unknown, ...args: unknown[]): unknown {
        guard.streamStarted();
        const result = guard.run(() => Reflect.apply(original, this, args));
        if (!isThenable(result)) return result;
        const fulfilled = (value: unknown): unknown => {
          tell(value);
          return value;
        };
        return (
          observeSettlement(result, { fulfilled, rejected: (error) => guard.settleFailure(error), run: (f) => f() }) ??
          result
        );
      };
    });
  const whole = reads((value) => {
    guard.part(value);
    guard.ended();
  });
  const hidden = reads(() => guard.unreadable("response"));
  return shadow(response, [
    ["body", body],
    ["text", whole],
    ["bytes", whole],
    ["arrayBuffer", whole],
    ["json", reads((value) => guard.resolved(value))],
    ["blob", hidden],
    ["formData", hidden],
  ]);
}
