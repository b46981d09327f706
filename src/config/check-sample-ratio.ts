import { checkMetricKeys } from "./check-metric.ts";
import { broken, isRecord, type ValuePath, type Violation } from "../core/violation.ts";

/** Whether a value is a number in [0, 1]. NaN is not. */
export function isUnit(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

/** A share, or one a metric. */
export function checkSampleRatio(value: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(value)) {
    return isUnit(value) ? undefined : broken(path, "a number from 0 to 1, or an object with one a metric", value);
  }
  const unknown = checkMetricKeys(value, path);
  if (unknown !== undefined) return unknown;
  for (const [metric, ratio] of Object.entries(value)) {
    if (!isUnit(ratio)) return broken([...path, metric], "a number from 0 to 1", ratio);
  }
  return undefined;
}
