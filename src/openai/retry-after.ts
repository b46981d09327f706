/** The headers of an answer, as `fetch` has them. */
export interface HeadersLike {
  get(name: string): string | null;
}

/**
 * How long a server asks to be left alone, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as a
 * date. A date is measured from the server's own `Date`, so that no clock of this machine can be wrong about it.
 */
export function retryAfterMs(headers: HeadersLike | undefined): number | undefined {
  const milliseconds = nonNegative(headers?.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers?.get("retry-after");
  const seconds = nonNegative(text);
  if (seconds !== undefined) return seconds * 1_000;
  const waitMs = Date.parse(text ?? "") - Date.parse(headers?.get("date") ?? "");
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

function nonNegative(text: string | null | undefined): number | undefined {
  return /^\s*\d+(?:\.\d+)?\s*$/.test(text ?? "") ? Number(text) : undefined;
}
