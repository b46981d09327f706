/** The process's environment variables, as they are at this moment. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Shows a warning as Node shows its own: once on stderr, and to `process.on("warning")`. */
export function showProcessWarning(message: string, code: string): void {
  process.emitWarning(message, { type: "RagTriadWarning", code });
}

/** Runs a callback in a later turn of the event loop, which stays alive for it. */
export function deferToNextTurn(callback: () => void): void {
  setImmediate(callback);
}
