import type { Guard } from "./guard.ts";
import { findProperty, type Method } from "./inspect.ts";
import { register } from "./registry.ts";
import { observeSettlement } from "./settlement.ts";
import { shadow, wrapMethod, type Wrap } from "./shadow.ts";
import { watchWebStream, type WebStreamWatch } from "./watch-web-stream.ts";

/** Whether the value is a web `ReadableStream` of this realm, or of a subclass. */
export function isWebStream(value: object): value is ReadableStream<unknown> {
  try {
    return typeof ReadableStream === "function" && value instanceof ReadableStream && typeof value.locked === "boolean";
  } catch {
    return false;
  }
}

/**
 * Observes a web stream. A plain one is handed on as a new stream over it; one of a subclass (LangChain's
 * `IterableReadableStream`) keeps its identity and is observed in the readers it gives.
 */
export function observeWebStream(source: ReadableStream<unknown>, guard: Guard): ReadableStream<unknown> {
  if (source.locked) {
    guard.unreadable("locked_stream");
    return source;
  }
  const plain = Reflect.getPrototypeOf(source) === ReadableStream.prototype;
  const stream = plain ? watchWebStream(source, watchOf(guard)) : source;
  if (!plain && !watchReaders(source, guard)) {
    guard.unreadable("frozen_stream");
    return source;
  }
  register(stream, guard);
  guard.streamFound();
  return stream;
}

/** Tells a guard about the one reading of a stream. */
export function watchOf(guard: Guard): WebStreamWatch {
  return {
    run: (f) => guard.run(f),
    started: () => guard.streamStarted(),
    activity: () => guard.activity(),
    part: (part) => guard.part(part),
    ended: () => guard.ended(),
    failed: (error) => guard.settleFailure(error),
    cancelled: () => guard.stopped(),
  };
}

function watchReaders(source: ReadableStream<unknown>, guard: Guard): boolean {
  const getReader = wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      const reader = Reflect.apply(original, this, args) as object;
      if (!guard.finished && !watchReader(reader, guard)) guard.unreadable("frozen_stream");
      return reader;
    };
  });
  return shadow(source, [
    ["getReader", getReader],
    ["cancel", cancelling(guard)],
    // The built-in ones read past `getReader`: they are given a stream over this one.
    ...(["values", Symbol.asyncIterator, "tee", "pipeTo", "pipeThrough"] as const).map(
      (key) => [key, overStream(source, guard, key)] as const,
    ),
  ]);
}

function watchReader(reader: object, guard: Guard): boolean {
  const read = wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      guard.streamStarted();
      guard.activity();
      const result = guard.run(() => Reflect.apply(original, this, args)) as object;
      const observed = observeSettlement(result, {
        fulfilled(settled) {
          const { done, value } = settled as { readonly done: boolean; readonly value?: unknown };
          if (done) guard.ended();
          else guard.part(value);
          return settled;
        },
        rejected: (error) => guard.settleFailure(error),
        run: (f) => f(),
      });
      return observed ?? result;
    };
  });
  return shadow(reader, [
    ["read", read],
    ["cancel", cancelling(guard)],
  ]);
}

function cancelling(guard: Guard): Wrap {
  return wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      try {
        return guard.run(() => Reflect.apply(original, this, args));
      } finally {
        guard.stopped();
      }
    };
  });
}

function overStream(source: ReadableStream<unknown>, guard: Guard, key: PropertyKey): Wrap {
  const builtIn = findProperty(ReadableStream.prototype, key)?.value as Method | undefined;
  return wrapMethod((original) => {
    if (original !== builtIn) return original;
    return function (this: unknown, ...args: unknown[]): unknown {
      const target =
        this === source && !source.locked && !guard.finished ? watchWebStream(source, watchOf(guard)) : this;
      return Reflect.apply(original, target, args);
    };
  });
}
