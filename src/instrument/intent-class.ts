import type { IntentClassifier } from "../config/options.ts";
import type { Clock } from "../core/clock.ts";
import { errorTypeOf } from "../core/errors.ts";
import { isSliceValue, unknownSliceValue } from "../core/slice.ts";
import type { Warn } from "./warnings.ts";

/** Calls `then`, which must not throw, exactly once with the intent class: at once when it is known, later when it must be waited for. */
export type ClassifyIntent = (
  query: string | null,
  given: string | undefined,
  mayWait: boolean,
  then: (intentClass: string) => void,
) => void;

/** A value that may be a slice label, else `unknown` and a warning. */
export function sliceValueOr(value: unknown, what: "intent class" | "model version", warn: Warn): string {
  if (isSliceValue(value)) return value;
  warn(
    "slice_value_invalid",
    `A request's ${what} was not a label of 1 to 64 letters, digits or _ . : / @ + - (got ${describe(value)}); it counts as \`${unknownSliceValue}\`.`,
  );
  return unknownSliceValue;
}

/**
 * Creates the classifier. A function is called once a request, off the request path; when it throws, rejects,
 * gives no label, or takes longer than `timeoutMs`, the class is `unknown`.
 */
export function createClassifyIntent(options: {
  readonly intentClass: string | IntentClassifier;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly warn: Warn;
}): ClassifyIntent {
  const { intentClass, timeoutMs, clock, warn } = options;
  const failed = (error: unknown): string => {
    warn(
      "intent_class_failed",
      `The intent class function failed (${errorTypeOf(error)}); the request counts as \`${unknownSliceValue}\`.`,
    );
    return unknownSliceValue;
  };
  return (query, given, mayWait, then) => {
    if (given !== undefined) return then(given);
    if (typeof intentClass !== "function") return then(intentClass);
    if (query === null) return then(unknownSliceValue);
    let returned: string | PromiseLike<string>;
    try {
      returned = intentClass(query);
      if (typeof returned === "string") return then(sliceValueOr(returned, "intent class", warn));
    } catch (error) {
      return then(failed(error));
    }
    let settled = false;
    const settle = (value: string) => {
      if (settled) return;
      settled = true;
      cancel();
      then(value);
    };
    const late = () => {
      const why = mayWait
        ? `came later than ${timeoutMs} ms after completion`
        : "was not waited for, because `maxPending` requests wait already or the triad was shut down";
      warn("intent_class_late", `The intent class ${why}; the request counts as \`${unknownSliceValue}\`.`);
      settle(unknownSliceValue);
    };
    const cancel = mayWait ? clock.schedule(late, timeoutMs) : () => {};
    Promise.resolve(returned).then(
      (value) => settle(sliceValueOr(value, "intent class", warn)),
      (error: unknown) => settle(failed(error)),
    );
    if (!mayWait) late();
    return undefined;
  };
}

function describe(value: unknown): string {
  if (typeof value === "string") return `a string of ${value.length} characters`;
  return value === null ? "null" : `a value of type ${typeof value}`;
}
