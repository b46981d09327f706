import type { ResolvedAlertingOptions } from "../config/alerting/alerting-options.ts";
import { resolveAlerting } from "../config/alerting/resolve-alerting.ts";
import { optionError } from "../core/option-error.ts";
import type { RagTriadConfig } from "../config/options.ts";
import { broken, type ValuePath } from "../core/violation.ts";
import { triadMetrics, type MetricId } from "../core/metric.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";
import { embeddedJudgeThresholds } from "./embedded-judge-thresholds.ts";

/** What rules and dashboards are made from. */
export interface RuleSettings extends ResolvedAlertingOptions {
  /** The `thresholds` of the file. */
  readonly thresholds: readonly ThresholdOverride[];
  /** The triad, and the criteria that have a threshold. */
  readonly metrics: readonly MetricId[];
}

/** No configuration file: the defaults. */
export const defaultConfig: RagTriadConfig = { path: "the defaults", values: {} };

/**
 * The settings in a configuration file that was read and checked.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` for an embedded judge that this version does not have: its thresholds are
 * its own, and nobody else's would do.
 */
export function resolveRuleSettings({ path, values }: RagTriadConfig): RuleSettings {
  const alerting = resolveAlerting(values.alerting);
  const thresholds = values.thresholds ?? [];
  const named: readonly (readonly [ValuePath, string | undefined])[] = [
    ...alerting.judges.map((judge, index) => [["alerting", "judges", index], judge] as const),
    ...thresholds.map(({ judge }, index) => [["thresholds", index, "judge"], judge] as const),
  ];
  for (const [place, judge] of named) {
    if (judge === undefined || !judge.startsWith("embedded/") || Object.hasOwn(embeddedJudgeThresholds, judge))
      continue;
    const known = Object.keys(embeddedJudgeThresholds).join(", ");
    throw optionError(broken(place, `an embedded judge that there is (${known})`, judge), { kind: "file", file: path });
  }
  return {
    ...alerting,
    thresholds,
    metrics: [...new Set([...triadMetrics, ...thresholds.map(({ metric }) => metric)])],
  };
}
