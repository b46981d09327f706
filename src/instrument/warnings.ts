import type { WarningCode, WarningEvent } from "../core/events.ts";

/** Reports a warning. Never throws. */
export type Warn = (code: WarningCode, message: string) => void;

const distinctWarningLimit = 200;

/**
 * A `warn` that passes each distinct warning on once: what goes wrong on every request is said once, not a
 * thousand times a second.
 */
export function createWarn(deliver: (event: WarningEvent) => void): Warn {
  const seen = new Set<string>();
  return (code, message) => {
    const key = `${code}\n${message}`;
    if (seen.has(key) || seen.size >= distinctWarningLimit) return;
    seen.add(key);
    try {
      deliver({ type: "warning", code, message });
    } catch {
      // A warning is the last resort: there is nobody left to tell.
    }
  };
}
