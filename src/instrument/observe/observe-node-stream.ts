import type { Guard } from "./guard.ts";
import { hasMethod, plainValue } from "./inspect.ts";
import { register } from "./registry.ts";
import { shadow, wrapMethod } from "./shadow.ts";

/** Whether the value is a Node.js Readable, or an older stream of that shape. A Writable (an HTTP response) has a `pipe` too, but no `read`. */
export function isNodeReadable(value: object): boolean {
  if (!hasMethod(value, "pipe") || !hasMethod(value, "on") || !hasMethod(value, "emit")) return false;
  return hasMethod(value, "read") || (hasMethod(value, "resume") && !hasMethod(value, "write"));
}

/**
 * Observes a Readable on the instance. Every way of reading it emits `data`, and emitting is all that is watched:
 * no listener is added, so it stays paused until its consumer reads. Only `_read`, which makes the data, runs
 * inside `guard.run`; listeners keep their own context.
 */
export function observeNodeReadable(stream: object, guard: Guard): void {
  const state = stream as {
    readonly readableDidRead?: unknown;
    readonly destroyed?: unknown;
    readonly readableEnded?: unknown;
  };
  if (isNativeReadable(stream) && (state.destroyed === true || state.readableEnded === true)) {
    guard.unreadable("consumed_stream");
    return;
  }
  const partly = isNativeReadable(stream) && state.readableDidRead === true;

  const tell = (event: unknown, argument: unknown): void => {
    if (event === "data") {
      guard.streamStarted();
      guard.activity();
      guard.part(argument);
    } else if (event === "end") {
      if (partly) guard.unreadable("partly_read_stream");
      else guard.ended();
    } else if (event === "error") settleStreamError(guard, argument);
    else if (event === "close") guard.stopped();
  };
  const before = (notice: (...args: unknown[]) => void) =>
    wrapMethod((original) => {
      return function (this: unknown, ...args: unknown[]): unknown {
        if (!guard.finished) notice(...args);
        return Reflect.apply(original, this, args);
      };
    });
  const subscribes = before((event) => {
    if (event === "data" || event === "readable") guard.streamStarted();
  });
  const produces = wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      return guard.run(() => Reflect.apply(original, this, args));
    };
  });
  const done = shadow(stream, [
    ["emit", before(tell)],
    ["on", subscribes],
    ["addListener", subscribes],
    // Node itself calls read(0) to fill the buffer; that is nobody reading.
    ["read", before((size) => size !== 0 && guard.streamStarted())],
    ["resume", before(() => guard.streamStarted())],
    ["_read", produces],
  ]);
  if (!done) {
    guard.unreadable("frozen_stream");
    return;
  }
  register(stream, guard);
  guard.streamFound();
}

function isNativeReadable(stream: object): boolean {
  return plainValue(stream, "_readableState") !== undefined;
}

/** `pipeline` destroys its source with this code when the other end has gone away: the consumer has stopped. */
function settleStreamError(guard: Guard, error: unknown): void {
  const code: unknown =
    typeof error === "object" && error !== null ? (error as { readonly code?: unknown }).code : undefined;
  if (code === "ERR_STREAM_PREMATURE_CLOSE") guard.stopped();
  else guard.settleFailure(error);
}
