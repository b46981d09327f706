import type { ContentKind, Redact } from "../core/content.ts";
import { ignoreRejection } from "../core/ignore-rejection.ts";

/** Thrown between `clean` and `attempt` to drop the attribute that a text was for; carries nothing of the text. */
const redactionFailure: Error = new Error("redaction failed");

/** Applies the user's hook, and drops what it cannot clean. */
export interface Redaction {
  /** The text that may leave. Only inside `attempt`. */
  clean(text: string, kind: ContentKind): string;
  /** What `f` makes of cleaned texts; `undefined`, with a warning, if the hook failed on any of them. */
  attempt<T>(f: () => T): T | undefined;
}

/** Creates a redaction. A hook that throws or returns no string is reported to `onFailure`, without its message. */
export function createRedaction(redact: Redact | undefined, onFailure: () => void): Redaction {
  return {
    clean(text, kind) {
      if (redact === undefined) return text;
      let cleaned: unknown;
      try {
        cleaned = redact(text, kind);
      } catch {
        throw redactionFailure;
      }
      if (typeof cleaned === "string") return cleaned;
      // An async hook's promise may reject, and nobody else would handle it.
      ignoreRejection(cleaned);
      throw redactionFailure;
    },
    attempt(f) {
      try {
        return f();
      } catch (error) {
        if (error !== redactionFailure) throw error;
        onFailure();
        return undefined;
      }
    },
  };
}
