import type { MetricId } from "../core/metric.ts";
import type { RuleProfile } from "./profile.ts";
import type { RuleSettings } from "./settings.ts";

/** Everything that a builder of rules needs. */
export interface RuleContext {
  readonly settings: RuleSettings;
  readonly profile: RuleProfile;
}

/** The levels that records are kept at; each keeps `job` and the configured labels. */
export type Level = "slice" | "intent" | "pipeline";

const traffic: Readonly<Record<Level, readonly string[]>> = {
  slice: ["rag_pipeline", "rag_intent_class", "rag_model_version"],
  intent: ["rag_pipeline", "rag_intent_class"],
  pipeline: ["rag_pipeline"],
};

/** The labels that name a service. */
export function serviceLabels({ settings }: RuleContext): readonly string[] {
  return ["job", ...settings.labels];
}

/** The labels of requests at a level, as in `by (…)`. */
export function trafficLabels(context: RuleContext, level: Level): string {
  return [...serviceLabels(context), ...traffic[level]].join(", ");
}

/** The labels of scores at a level: two judges are never one. `rag_metric` is set by the recording rule. */
export function judgedLabels(context: RuleContext, level: Level): string {
  return `${trafficLabels(context, level)}, rag_judge`;
}

/** The labels of recorded scores at a level. */
export function scoreLabels(context: RuleContext, level: Level): string {
  return `${judgedLabels(context, level)}, rag_metric`;
}

/** The Prometheus name of a metric's histogram, without suffix. */
export function histogramName(metric: MetricId): string {
  return `rag_${metric.replaceAll(".", "_")}`;
}

/** A minimum count under the profile. */
export function minimum({ profile }: RuleContext, count: number): number {
  return Math.max(1, Math.ceil(count / profile.minimumDivisor));
}
