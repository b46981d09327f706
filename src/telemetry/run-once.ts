import * as api from "@opentelemetry/api";
import type { Containment } from "./containment.ts";

/**
 * Runs `f` exactly once, with `context` active if the context manager is sound, and returns or throws what `f` does.
 * Whatever a context manager does wrong (it throws before or after, calls back twice or never) changes neither.
 */
export function runOnce<T>(context: api.Context, f: () => T, containment: Containment): T {
  let state = "new" as "new" | "running" | "returned" | "threw";
  let value: unknown;
  const body = (): void => {
    if (state !== "new") return;
    state = "running";
    try {
      value = f();
      state = "returned";
    } catch (error) {
      value = error;
      state = "threw";
    }
  };
  try {
    api.context.with(context, body);
  } catch (error) {
    containment.failed("a context manager", error);
  }
  body();
  if (state === "threw") throw value;
  return value as T;
}
