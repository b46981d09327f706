import { errorTypeOf } from "../core/errors.ts";
import type { WarningCode } from "../core/events.ts";

/** How long a warning that was given stays quiet, in milliseconds. */
export const warningIntervalMs = 60_000;

/** Keeps what goes wrong in telemetry away from the request. Nothing here throws. */
export interface Containment {
  /** Runs a call into the SDK; a failure becomes a `telemetry_failed` warning and `undefined`. */
  guard<T>(what: string, f: () => T): T | undefined;
  /** Counts a failure of a call into the SDK. */
  failed(what: string, error: unknown): void;
  /** Warns at most once a minute about the same code and subject; what was left out meanwhile is counted in the next one. */
  warn(code: WarningCode, subject: string, message: string): void;
}

/** Creates a {@link Containment} that reports to `warn`, with `nowMs` as its only notion of time. */
export function createContainment(
  warn: (code: WarningCode, message: string) => void,
  nowMs: () => number,
): Containment {
  const given = new Map<string, { atMs: number; leftOut: number }>();

  function tell(code: WarningCode, subject: string, message: string): void {
    const key = `${code} ${subject}`;
    const last = given.get(key);
    const atMs = nowMs();
    if (last !== undefined && atMs - last.atMs < warningIntervalMs) {
      last.leftOut++;
      return;
    }
    given.set(key, { atMs, leftOut: 0 });
    const more = last === undefined || last.leftOut === 0 ? "" : ` (${last.leftOut} more since the last warning)`;
    try {
      warn(code, message + more);
    } catch {
      // A warning that cannot be delivered must not become a failure of its own.
    }
  }

  function failed(what: string, error: unknown): void {
    tell(
      "telemetry_failed",
      "",
      `OpenTelemetry failed in ${what} (${errorTypeOf(error)}); the request was not touched. Check span processors, exporters and context manager.`,
    );
  }

  return {
    failed,
    warn: tell,
    guard(what, f) {
      try {
        return f();
      } catch (error) {
        failed(what, error);
        return undefined;
      }
    },
  };
}
