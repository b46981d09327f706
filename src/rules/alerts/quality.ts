import type { MetricId } from "../../core/metric.ts";
import type { Severity } from "../../core/thresholds.ts";
import { minimum, scoreLabels, trafficLabels, type RuleContext } from "../context.ts";
import type { Alert } from "../rule.ts";
import { retrievalTroubleName } from "../recordings/retrieval-trouble.ts";
import { incrementName, longStepWindow, meanName } from "../recordings/scores.ts";
import { lowName, shortfallName, thresholdName } from "../recordings/thresholds.ts";
import { unlessUsuallyRefused } from "../recordings/usual-refusals.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, currentlyEmptyRetrieval, diagnosesOf, serviceText } from "./annotations.ts";
import { steadily } from "./steady-count.ts";

/** What a metric is called in names of alerts: `Groundedness`; criteria share `Criterion`. */
export function alertWord(metric: MetricId): string {
  if (metric.startsWith("criteria.")) return "Criterion";
  return metric.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What a metric is called in sentences. */
export function metricWords(metric: MetricId): string {
  return metric.replace("criteria.", "criterion ").replaceAll("_", " ");
}

interface Form {
  readonly severity: Severity;
  readonly window: string;
  readonly least: number;
  readonly suffix: "Low" | "VeryLow";
  readonly hold: string;
}

/** Mean below threshold, for each intent class and for the service: warning over an hour, page over 15 minutes. */
export function qualityAlerts(context: RuleContext, metric: MetricId): readonly Alert[] {
  const { settings } = context;
  const forms: readonly Form[] = [
    {
      severity: "warning",
      window: settings.warningWindow,
      least: settings.minimumWarning,
      suffix: "Low",
      hold: "5m",
    },
    { severity: "page", window: settings.pageWindow, least: settings.minimumPage, suffix: "VeryLow", hold: "2m" },
  ];
  return forms.flatMap((form) => [ofIntent(context, metric, form), ofService(context, metric, form)]);
}

function ofIntent(context: RuleContext, metric: MetricId, { severity, window, least, suffix, hold }: Form): Alert {
  const by = scoreLabels(context, "intent");
  return alertOf(context, {
    alert: `Rag${alertWord(metric)}${suffix}`,
    for: hold,
    labels: { severity, category: "quality", scope: "intent", rag_metric: metric },
    expr: `  ${meanName("intent", window)}{rag_metric="${metric}"}
< on (${by})
  ${thresholdName}{rag_severity="${severity}"}
and
${steadily(context, lowName(window), incrementName("intent", "count", window), least)}${whereJudged(context, metric)}`,
    text: {
      summary: `The mean ${metricWords(metric)} of intent class {{ $labels.rag_intent_class }} in ${serviceText(context)} is below its ${severity} threshold.`,
      description: `Mean ${metricWords(metric)} over ${window} is {{ $value | printf "%.3f" }} by {{ $labels.rag_judge }}.${withoutContext(context, metric, "intent")} ${currentContextRelevance(context, "intent")}`,
      diagnosis: diagnosesOf(context, "intent"),
    },
  });
}

/**
 * The service as a whole. Its shortfall is the sum over intent classes of count × (threshold − mean). It fires when the
 * shortfall remains without the intent class that adds most to it: what one intent class explains is that one's alert.
 * Where no intent class has enough scores for an alert of its own, all of them count together.
 */
function ofService(context: RuleContext, metric: MetricId, { severity, window, least, suffix, hold }: Form): Alert {
  const by = scoreLabels(context, "pipeline");
  const of = (aggregation: "sum" | "max", record: string): string =>
    `${aggregation} by (${by}) (\n  ${record}{rag_metric="${metric}"}${whereCounted(context, metric, window).replaceAll("\n", "\n  ")}\n)`;
  const withoutLargest = (record: string): string =>
    `(\n  ${indented(of("sum", record))}\n-\n  ${indented(of("max", record))}\n)`;
  const [lacks, count] = [shortfallName(window), incrementName("intent", "count", window)];
  const enough = minimum(context, least);
  const several = `  ${indented(withoutLargest(lacks))} > 0\nand\n  ${indented(withoutLargest(count))} >= ${enough}`;
  const together = `  ${indented(of("sum", lacks))} > 0\nand\n  ${indented(of("sum", count))} >= ${enough}\nunless\n  ${indented(of("max", count))} >= ${enough}`;
  return alertOf(context, {
    alert: `Rag${alertWord(metric)}${suffix}`,
    for: hold,
    labels: { severity, category: "quality", scope: "service", rag_metric: metric },
    expr: `  ${meanName("pipeline", window)}{rag_metric="${metric}"}
and
  (
    (
      ${several.replaceAll("\n", "\n      ")}
    )
  or
    (
      ${together.replaceAll("\n", "\n      ")}
    )
  )`,
    text: {
      summary: `The mean ${metricWords(metric)} of ${serviceText(context)} over several intent classes is below the ${severity} threshold.`,
      description: `Mean ${metricWords(metric)} over ${window} is {{ $value | printf "%.3f" }} by {{ $labels.rag_judge }}.${withoutContext(context, metric, "service")} ${currentContextRelevance(context, "service")}`,
      diagnosis: diagnosesOf(context, "service"),
    },
  });
}

/** Of a day, the share during which the fast form may look at an intent class that the slow one looks at too. */
const busyShare = 0.25;

/**
 * A day's mean, for intent classes with too few scores for the fast form to look at them most of the day; and a week's,
 * for those with too few in a day.
 */
export function slowAlert(context: RuleContext, metric: MetricId): Alert {
  const { slowWindow, longWindow, minimumSlow, minimumWarning, warningWindow } = context.settings;
  const by = scoreLabels(context, "intent");
  const low = (window: string): string => `${meanName("intent", window)}{rag_metric="${metric}"}
    < on (${by})
      ${thresholdName}{rag_severity="warning"}
    and
      ${incrementName("intent", "count", window)} >= ${minimum(context, minimumSlow)}`;
  return alertOf(context, {
    alert: `Rag${alertWord(metric)}LowSlow`,
    for: "30m",
    labels: { severity: "warning", category: "quality", scope: "intent", rag_metric: metric },
    expr: `  (
      ${low(slowWindow)}
  or
      ${low(longWindow)}
    unless
      ${incrementName("intent", "count", slowWindow)} >= ${minimum(context, minimumSlow)}
  )
unless
  quantile_over_time(${1 - busyShare}, ${incrementName("intent", "count", warningWindow)}{rag_metric="${metric}"}[${context.profile.range(slowWindow)}:${context.profile.range(longStepWindow)}]) >= ${minimum(context, minimumWarning)}${whereJudged(context, metric)}`,
    text: {
      summary: `The mean ${metricWords(metric)} of the low-traffic intent class {{ $labels.rag_intent_class }} in ${serviceText(context)} is below its warning threshold.`,
      description: `Mean ${metricWords(metric)} over ${slowWindow} (${longWindow} with fewer than ${minimum(context, minimumSlow)} scores in ${slowWindow}) is {{ $value | printf "%.3f" }} by {{ $labels.rag_judge }}. ${currentContextRelevance(context, "intent")}`,
      diagnosis: diagnosesOf(context, "intent"),
    },
  });
}

/** Answers without context are ungrounded, and have no context relevance. */
function withoutContext(context: RuleContext, metric: MetricId, scope: "intent" | "service"): string {
  return metric === "groundedness" ? currentlyEmptyRetrieval(context, scope) : "";
}

function indented(expression: string): string {
  return expression.replaceAll("\n", "\n  ");
}

/** For queries that the corpus cannot answer, a low context relevance is as it should be. */
function whereJudged(context: RuleContext, metric: MetricId): string {
  return metric === "context_relevance" ? unlessUsuallyRefused(context) : "";
}

/** What counts for the service: answers without context are ungrounded, which is retrieval's alert about that intent class. */
function whereCounted(context: RuleContext, metric: MetricId, window: string): string {
  if (metric !== "groundedness") return whereJudged(context, metric);
  const empty = `max_over_time(${retrievalTroubleName("intent", "empty")}[${context.profile.range(window)}])`;
  return `\nunless on (${trafficLabels(context, "intent")})\n  ${empty}`;
}
