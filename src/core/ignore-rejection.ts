/**
 * For what a synchronous hook returned although nobody waits for it: if it is a promise, its rejection must not become
 * the process's unhandled one.
 */
export function ignoreRejection(returned: unknown): void {
  if (returned instanceof Promise) returned.catch(() => {});
}
