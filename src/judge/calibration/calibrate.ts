import type { MetricCalibration } from "./calibration.ts";

/**
 * The score that a raw value means: on the line between the two points around it, and beyond the outer points their score. A
 * higher raw value never has a lower score.
 */
export function calibrate(raw: number, { points }: MetricCalibration): number {
  let low = 0;
  let high = points.length - 1;
  // The last point at or below the raw value.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((points[middle]?.[0] ?? Infinity) <= raw) low = middle;
    else high = middle - 1;
  }
  const [fromRaw, fromScore] = points[low] ?? [0, 0];
  const next = points[low + 1];
  if (raw <= fromRaw || next === undefined) return fromScore;
  const [toRaw, toScore] = next;
  const score = fromScore + ((raw - fromRaw) / (toRaw - fromRaw)) * (toScore - fromScore);
  // Rounding must not carry a score beyond its points.
  return Math.min(toScore, Math.max(fromScore, score));
}
