/**
 * Whether a failure is an abort: a DOMException `AbortError`, Node's `ABORT_ERR`, or a class of that name, such as
 * OpenAI's `APIUserAbortError`. A timeout is not. Never throws.
 */
export function isAbortError(error: unknown): boolean {
  try {
    if (typeof error !== "object" || error === null) return false;
    const { name, code } = error as { name?: unknown; code?: unknown };
    if (name === "AbortError" || code === "ABORT_ERR") return true;
    const className: unknown = error.constructor?.name;
    return className === "AbortError" || className === "APIUserAbortError";
  } catch {
    return false;
  }
}
