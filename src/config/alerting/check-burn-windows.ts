import { broken, isRecord, unknownKey, type ValuePath, type Violation } from "../../core/violation.ts";
import { durationPattern, durationSeconds } from "./duration.ts";

/** The keys of one burn window. */
export const burnWindowKeys: readonly string[] = ["severity", "long", "short", "factor", "for"];

/** Burn windows: of each two windows, the short one shorter; each pair once. */
export function checkBurnWindows(value: unknown, path: ValuePath): Violation | undefined {
  if (!Array.isArray(value)) return broken(path, "an array of burn windows", value);
  const seen = new Set<string>();
  for (const [index, entry] of value.entries()) {
    const violation = checkBurnWindow(entry, [...path, index]);
    if (violation !== undefined) return violation;
    const key = `${entry.long} ${entry.short}`;
    if (seen.has(key)) return broken([...path, index], "the only one with its two windows", entry);
    seen.add(key);
  }
  return undefined;
}

function checkBurnWindow(entry: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(entry)) return broken(path, `an object with ${burnWindowKeys.join(", ")}`, entry);
  const unknown = unknownKey(entry, burnWindowKeys, path);
  if (unknown !== undefined) return unknown;
  const { severity, long, short, factor } = entry;
  if (severity !== "warning" && severity !== "page") {
    return broken([...path, "severity"], '"warning" or "page"', severity);
  }
  for (const name of ["long", "short", "for"] as const) {
    const given = entry[name];
    if (typeof given !== "string" || !durationPattern.test(given)) {
      return broken([...path, name], 'a duration such as "30m"', given);
    }
  }
  // Increments are recorded for 5 minutes: nothing shorter can be summed from them.
  if (durationSeconds(String(short)) < 300) return broken([...path, "short"], "a duration of 5m or more", short);
  if (durationSeconds(String(long)) <= durationSeconds(String(short))) {
    return broken([...path, "long"], `longer than the short window (${String(short)})`, long);
  }
  if (!(typeof factor === "number" && factor > 0 && factor <= 1000)) {
    return broken([...path, "factor"], "a number above 0, at most 1000", factor);
  }
  return undefined;
}
