import { isSliceValue } from "../core/slice.ts";
import { isMetricId, metricRule } from "./check-metric.ts";
import { isUnit } from "./check-sample-ratio.ts";
import { broken, isRecord, unknownKey, type ValuePath, type Violation } from "../core/violation.ts";

/** `name/version` of a judge. */
export const judgeIdPattern: RegExp = /^[a-z][a-z0-9_-]{0,63}\/[A-Za-z0-9][A-Za-z0-9_.:@+-]{0,63}$/;

/** The keys of one override. */
export const thresholdKeys: readonly string[] = ["metric", "judge", "intentClass", "warning", "page"];

/** A list of overrides, each for a metric, judge and intent class that no other one has. */
export function checkThresholds(value: unknown, path: ValuePath): Violation | undefined {
  if (!Array.isArray(value)) return broken(path, "an array of thresholds", value);
  const seen = new Map<string, number>();
  for (const [index, entry] of value.entries()) {
    const violation = checkEntry(entry, [...path, index]);
    if (violation !== undefined) return violation;
    const key = thresholdKey(entry as Record<string, unknown>);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      return broken(
        [...path, index],
        `the only one for its metric, judge and intent class (entry ${earlier} has the same)`,
        entry,
      );
    }
    seen.set(key, index);
  }
  return undefined;
}

/** What an override is for; two with the same key contradict each other. */
export function thresholdKey(entry: {
  readonly metric?: unknown;
  readonly judge?: unknown;
  readonly intentClass?: unknown;
}): string {
  return JSON.stringify([entry.metric, entry.judge ?? null, entry.intentClass ?? null]);
}

/** The warning and page limits of a judge or an override. */
export function checkLimits(value: Record<string, unknown>, path: ValuePath): Violation | undefined {
  const { warning, page } = value;
  if (!isUnit(warning)) return broken([...path, "warning"], "a number from 0 to 1", warning);
  if (!isUnit(page)) return broken([...path, "page"], "a number from 0 to 1", page);
  return page > warning ? broken([...path, "page"], `at most the warning threshold (${warning})`, page) : undefined;
}

function checkEntry(entry: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(entry)) return broken(path, "an object with metric, warning and page", entry);
  const unknown = unknownKey(entry, thresholdKeys, path);
  if (unknown !== undefined) return unknown;
  const { metric, judge, intentClass } = entry;
  if (!isMetricId(metric)) return broken([...path, "metric"], metricRule, metric);
  if (judge !== undefined && !(typeof judge === "string" && judgeIdPattern.test(judge))) {
    return broken([...path, "judge"], 'a judge\'s "name/version"', judge);
  }
  if (intentClass !== undefined && !isSliceValue(intentClass)) {
    return broken(
      [...path, "intentClass"],
      "an intent class (1 to 64 letters, digits or `_ . : / @ + -`)",
      intentClass,
    );
  }
  if (intentClass === "default") {
    return broken(
      [...path, "intentClass"],
      "left out, or an intent class of another name: metrics call all classes without thresholds of their own `default`",
      intentClass,
    );
  }
  return checkLimits(entry, path);
}
