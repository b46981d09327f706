import type { Guard } from "./guard.ts";
import { findProperty, hasGetter, hasMethod, isObjectLike, plainValue } from "./inspect.ts";
import { isWebStream, watchOf } from "./observe-web-stream.ts";
import { register } from "./registry.ts";
import { shadow, wrapMethod, type Wrap } from "./shadow.ts";
import { watchWebStream, type WebStreamWatch } from "./watch-web-stream.ts";

/**
 * Whether the value is what the AI SDK's `streamText` or `streamObject` returns. Its streams and promises are
 * getters, each of which splits or drains the model's stream, so none is read here.
 */
export function isAiStreamResult(value: object): boolean {
  return hasGetter(value, "textStream") && hasGetter(value, "fullStream");
}

const streamGetters = ["stream", "fullStream", "textStream"];
/** Their parts are the whole so far, again and again: the last one is the result. */
const snapshotGetters = ["partialOutputStream", "experimental_partialOutputStream", "partialObjectStream"];
const hiddenReads = [
  "elementStream",
  "consumeStream",
  "toUIMessageStreamResponse",
  "toTextStreamResponse",
  "pipeUIMessageStreamToResponse",
  "pipeTextStreamToResponse",
];

/**
 * Observes a streaming result on the instance, when its user reads it. In `streamText`'s own class everything
 * (streams, `text`, `consumeStream`, responses) is read through `teeStream`, which is observed; each branch has the
 * same parts, so each part is told once and the first branch to end ends it. Results without it have their getters
 * observed instead, the first that is read.
 */
export function observeAiResult(result: object, guard: Guard): void {
  const done = hasMethod(result, "teeStream") ? watchBranches(result, guard) : watchGetters(result, guard);
  if (!done) {
    guard.unreadable("frozen_stream");
    return;
  }
  register(result, guard);
  guard.streamFound();
}

function watchBranches(result: object, guard: Guard): boolean {
  const shared: Shared = { delivered: 0, open: 0 };
  const teeStream = wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      const branch = Reflect.apply(original, this, args) as object;
      return guard.finished || !isWebStream(branch) ? branch : watchWebStream(branch, branchWatch(guard, shared));
    };
  });
  return shadow(result, [["teeStream", teeStream]]);
}

interface Shared {
  delivered: number;
  open: number;
  ending?: () => void;
}

function branchWatch(guard: Guard, shared: Shared): WebStreamWatch {
  const whole = watchOf(guard);
  let position = 0;
  let open = false;
  return {
    ...whole,
    started() {
      if (!open) shared.open++;
      open = true;
      whole.started();
    },
    part(enriched) {
      position++;
      if (position <= shared.delivered) return;
      shared.delivered = position;
      tellPart(isObjectLike(enriched) ? (plainValue(enriched, "part") ?? enriched) : enriched, guard, shared);
    },
    ended: () => (shared.ending ?? whole.ended)(),
    cancelled() {
      if (open) shared.open--;
      if (shared.open <= 0) whole.cancelled();
    },
  };
}

/** The SDK reports a failure or an abort as a part and then ends the stream. */
function tellPart(part: unknown, guard: Guard, shared: Shared): void {
  const type = isObjectLike(part) ? plainValue(part, "type") : undefined;
  if (type === "error") {
    const error = findProperty(part as object, "error")?.value as unknown;
    shared.ending = () => guard.settleFailure(error);
  } else if (type === "abort") {
    shared.ending = () => guard.stopped();
  }
  guard.part(part);
}

function watchGetters(result: object, guard: Guard): boolean {
  const observe =
    (snapshots: boolean) =>
    (stream: unknown): unknown =>
      isObjectLike(stream) && isWebStream(stream) && !guard.finished
        ? watchWebStream(stream, onlyWatch(guard, snapshots))
        : stream;
  const makes = wrapMethod((original) => {
    return function (this: unknown, ...args: unknown[]): unknown {
      return observe(false)(Reflect.apply(original, this, args));
    };
  });
  const hides: Wrap = (value) => {
    if (typeof value !== "function") {
      guard.unreadable("consumed_stream");
      return value;
    }
    return wrapMethod((original) => {
      return function (this: unknown, ...args: unknown[]): unknown {
        guard.unreadable("consumed_stream");
        return Reflect.apply(original, this, args);
      };
    })(value);
  };
  return shadow(result, [
    ...streamGetters.map((key) => [key, observe(false)] as const),
    ...snapshotGetters.map((key) => [key, observe(true)] as const),
    ["toUIMessageStream", makes],
    ...hiddenReads.map((key) => [key, hides] as const),
  ]);
}

/** Tells about a stream if it is the first of its result's that is read. */
function onlyWatch(guard: Guard, snapshots: boolean): WebStreamWatch {
  const watch = watchOf(guard);
  const shared: Shared = { delivered: 0, open: 0 };
  const token = {};
  let last: unknown;
  const mine = (tell: () => void) => () => {
    if (guard.claim(token)) tell();
  };
  return {
    run: watch.run,
    started: mine(watch.started),
    activity: mine(watch.activity),
    part: (part) => mine(snapshots ? () => (last = part) : () => tellPart(part, guard, shared))(),
    ended: mine(() => (snapshots ? guard.resolved(last) : (shared.ending ?? watch.ended)())),
    failed: (error) => mine(() => watch.failed(error))(),
    cancelled: mine(watch.cancelled),
  };
}
