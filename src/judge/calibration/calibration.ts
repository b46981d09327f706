import { optionError, type ValueSource } from "../../core/option-error.ts";
import { broken, isRecord, unknownKey, type ValuePath, type Violation } from "../../core/violation.ts";

/** A point of a calibration: what the judge measured, in [-1, 1], and the score that it means, in [0, 1]. */
export type CalibrationPoint = readonly [raw: number, score: number];

/** How one metric is calibrated. */
export interface MetricCalibration {
  /** At least 2 and at most 1,000; `raw` rises from each to the next, `score` never falls. */
  readonly points: readonly CalibrationPoint[];
}

/**
 * What raw values of one judge with one model mean as scores, by metric. Plain JSON: the content of a calibration file.
 */
export interface Calibration {
  /** Of the format: 1. */
  readonly version: 1;
  /** The judge it is for, by name: `embedding`. */
  readonly judge: string;
  /** The model it is for; with another one it is refused. */
  readonly model: string;
  /** Where it comes from, for people. */
  readonly description?: string;
  readonly metrics: Readonly<Record<string, MetricCalibration>>;
}

const limits = { minPoints: 2, maxPoints: 1_000 } as const;

/**
 * The value as a calibration.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` on the first broken rule; it names the place, the rule and the value.
 */
export function requireCalibration(value: unknown, source: ValueSource, path: ValuePath = []): Calibration {
  const violation = checkCalibration(value, path);
  if (violation !== undefined) throw optionError(violation, source);
  return value as Calibration;
}

/** The first broken rule of a calibration. */
export function checkCalibration(value: unknown, path: ValuePath = []): Violation | undefined {
  if (!isRecord(value)) return broken(path, "an object with version, judge, model and metrics", value);
  const unknown = unknownKey(value, ["version", "judge", "model", "description", "metrics"], path);
  if (unknown !== undefined) return unknown;
  if (value["version"] !== 1) return broken([...path, "version"], "1, the version of the format", value["version"]);
  for (const key of ["judge", "model"]) {
    if (typeof value[key] !== "string" || value[key] === "") return broken([...path, key], "a name", value[key]);
  }
  const { description, metrics } = value;
  if (description !== undefined && typeof description !== "string") {
    return broken([...path, "description"], "a string", description);
  }
  if (!isRecord(metrics) || Object.keys(metrics).length === 0) {
    return broken([...path, "metrics"], "an object with the points of at least one metric", metrics);
  }
  for (const [metric, entry] of Object.entries(metrics)) {
    const violation = checkMetric(entry, [...path, "metrics", metric]);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function checkMetric(value: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(value)) return broken(path, "an object with points", value);
  const unknown = unknownKey(value, ["points"], path);
  if (unknown !== undefined) return unknown;
  const { points } = value;
  const at = [...path, "points"];
  if (!Array.isArray(points) || points.length < limits.minPoints || points.length > limits.maxPoints) {
    return broken(at, `an array of ${limits.minPoints} to ${limits.maxPoints} points`, points);
  }
  let before: CalibrationPoint | undefined;
  for (const [index, point] of points.entries()) {
    const violation = checkPoint(point, before, [...at, index]);
    if (violation !== undefined) return violation;
    before = point as CalibrationPoint;
  }
  return undefined;
}

function checkPoint(point: unknown, before: CalibrationPoint | undefined, path: ValuePath): Violation | undefined {
  if (!Array.isArray(point) || point.length !== 2) return broken(path, "a pair of raw value and score", point);
  const [raw, score] = point as readonly unknown[];
  if (typeof raw !== "number" || !(raw >= -1 && raw <= 1)) return broken([...path, 0], "a number from -1 to 1", raw);
  if (typeof score !== "number" || !(score >= 0 && score <= 1)) {
    return broken([...path, 1], "a number from 0 to 1", score);
  }
  if (before === undefined) return undefined;
  if (raw <= before[0]) return broken([...path, 0], `more than the raw value before it (${before[0]})`, raw);
  return score < before[1] ? broken([...path, 1], `at least the score before it (${before[1]})`, score) : undefined;
}
