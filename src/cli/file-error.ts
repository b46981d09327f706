/** A failure to read or write a file, for the user. */
export function fileError(action: "read" | "write", path: string, error: unknown): Error {
  const cause = error instanceof Error ? error.message : String(error);
  return new Error(`cannot ${action} ${path === "-" ? (action === "read" ? "stdin" : "stdout") : path}: ${cause}`, {
    cause: error,
  });
}

/** Whether a write failed because the reader has gone, as `| head` does. */
export function isReaderGone(error: unknown): boolean {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED";
}
