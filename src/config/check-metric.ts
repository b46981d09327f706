import { triadMetrics } from "../core/metric.ts";
import { isRecord, unknownKey, type ValuePath, type Violation } from "../core/violation.ts";

/** A criterion of the user's own: `criteria.<name>`. */
export const criterionPattern: RegExp = /^criteria\.[a-z][a-z0-9_]*$/;

/** What a metric id must be, for messages. */
export const metricRule: string = `${triadMetrics.map((metric) => `"${metric}"`).join(", ")} or "criteria.<name>" with name [a-z][a-z0-9_]*`;

/** Whether a value is a metric id. */
export function isMetricId(value: unknown): value is string {
  return (
    typeof value === "string" && ((triadMetrics as readonly string[]).includes(value) || criterionPattern.test(value))
  );
}

/** The first key of a record by metric that is no metric id. */
export function checkMetricKeys(value: object, path: ValuePath): Violation | undefined {
  const criteria = Object.keys(value).filter((key) => criterionPattern.test(key));
  return unknownKey(isRecord(value) ? value : {}, [...triadMetrics, ...criteria], path);
}
