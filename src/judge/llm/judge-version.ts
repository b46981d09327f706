import { shortHash } from "./prompt.ts";

/** What a judge's version may have at most. */
const maxLength = 64;

/**
 * A judge's version from what its scores depend on: `1+gpt-5-mini`, `1+gpt-5-mini+text-embedding-3-small`. Signs that no
 * label may have become `-`; what is longer than 64 characters ends in a hash of the whole.
 */
export function judgeVersion(parts: readonly string[]): string {
  const whole = parts.join("+");
  const safe = parts
    .map((part) => part.replace(/[^A-Za-z0-9_.:@-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "") || "unnamed")
    .join("+");
  if (safe.length <= maxLength) return safe;
  const hash = shortHash(whole);
  return `${safe.slice(0, maxLength - hash.length - 1)}-${hash}`;
}
