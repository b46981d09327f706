import { checkMetricKeys } from "../check-metric.ts";
import { broken, isRecord, type ValuePath, type Violation } from "../../core/violation.ts";

/** Objectives by metric, each above 0 and below 1: an objective of 1 leaves no budget to burn. */
export function checkObjectives(value: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(value)) return broken(path, "an object with one objective a metric", value);
  const unknown = checkMetricKeys(value, path);
  if (unknown !== undefined) return unknown;
  for (const [metric, objective] of Object.entries(value)) {
    if (!(typeof objective === "number" && objective > 0 && objective < 1)) {
      return broken([...path, metric], "a number above 0 and below 1", objective);
    }
  }
  return undefined;
}
