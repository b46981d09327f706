import type { ResolvedAlertingOptions } from "../config/alerting/alerting-options.ts";
import { resolveAlerting } from "../config/alerting/resolve-alerting.ts";
import type { ConfigFileValues } from "../config/options.ts";
import { triadMetrics, type MetricId } from "../core/metric.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";

/** What rules and dashboards are made from. */
export interface RuleSettings extends ResolvedAlertingOptions {
  /** The `thresholds` of the file. */
  readonly thresholds: readonly ThresholdOverride[];
  /** The triad, and the criteria that have a threshold. */
  readonly metrics: readonly MetricId[];
}

/** The settings in a configuration file's values; the defaults for `{}`. */
export function resolveRuleSettings(values: ConfigFileValues): RuleSettings {
  const thresholds = values.thresholds ?? [];
  return {
    ...resolveAlerting(values.alerting),
    thresholds,
    metrics: [...new Set([...triadMetrics, ...thresholds.map(({ metric }) => metric)])],
  };
}
