import type { Thresholds } from "../core/thresholds.ts";
import type { TriadMetric } from "../core/metric.ts";
import { embeddedThresholds } from "../judge/embedded/thresholds.ts";

/** The embedded judges there are, with the thresholds that each ships. */
export const embeddedJudgeThresholds: Readonly<Record<string, Readonly<Record<TriadMetric, Thresholds>>>> = {
  "embedded/1": embeddedThresholds,
};
