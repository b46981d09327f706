import type { RuleContext } from "../context.ts";
import type { AlertScope } from "../rule.ts";
import type { RuleSettings } from "../settings.ts";
import { keptVariable } from "../kept-variable.ts";
import { meanName, stepWindow } from "../recordings/scores.ts";
import { retrievalRatioName } from "../recordings/traffic.ts";
import { templateRows } from "./template-rows.ts";

/** What a builder says about an alert; links are added to it. Texts are Prometheus templates. */
export interface AlertText {
  /** One sentence without a value: it stays the same while the alert fires. */
  readonly summary: string;
  /** What is measured, with the value. */
  readonly description: string;
  /** Where to look. */
  readonly diagnosis: string;
}

/** The annotations of an alert, links included. */
export function annotationsOf(
  { settings }: RuleContext,
  alert: string,
  scope: AlertScope,
  text: AlertText,
): Readonly<Record<string, string>> {
  return {
    summary: text.summary,
    description: text.description,
    diagnosis: text.diagnosis,
    runbook_url: settings.runbookUrl.replaceAll("{alert}", alert),
    dashboard_url: withVariables(settings, scope),
  };
}

/** What names the service in texts: `job/pipeline`, and of the labels that all rules keep those that are there: `(env=prod)`. */
export function serviceText({ settings }: RuleContext): string {
  const kept = settings.labels.map((label) => ifLabelled(label, ` (${label}={{ . }})`));
  return `{{ $labels.job }}/{{ $labels.rag_pipeline }}${kept.join("")}`;
}

/** Template text with the value of a label, where the alert has it. */
function ifLabelled(label: string, text: string): string {
  return `{{ with $labels.${label} }}${text}{{ end }}`;
}

/**
 * The current context relevance of the alert's intent class or pipeline, by each judge; of a job, by pipeline and judge.
 * Given a job, it is that one's, wherever it is: the alert itself has no labels.
 */
export function currentContextRelevance(context: RuleContext, scope: AlertScope, job?: string): string {
  const { pageWindow, labels } = context.settings;
  const record = meanName(hasIntent(scope) ? "intent" : "pipeline", pageWindow);
  const current = (matchers: string): string => `${record}{rag_metric="context_relevance",${matchers}}`;
  // One label has all that tells rows apart, since rows are sorted by one.
  const place = [...(job === undefined ? [] : labels), "rag_pipeline", "rag_judge"].map((label) => `"${label}"`);
  const rows = templateRows(job === undefined ? context : withoutLabels(context), {
    labels: labelsOf(scope),
    query: (matchers) =>
      scope === "job" ? `label_join(${current(matchers)}, "rag_judge", ", ", ${place.join(", ")})` : current(matchers),
    sortBy: "rag_judge",
    row: `{{ . | value | printf "%.2f" }} ({{ .Labels.rag_judge }})`,
    none: "unknown",
  });
  return `Context relevance now:${job === undefined ? rows : rows.replaceAll("$labels.job", () => JSON.stringify(job))}.`;
}

/** A sentence, with a space before it, where retrieval brings nothing now for some requests: their answers are ungrounded. */
export function currentlyEmptyRetrieval(context: RuleContext, scope: "intent" | "service"): string {
  const record = retrievalRatioName(scope === "intent" ? "intent" : "pipeline", "empty", stepWindow);
  return templateRows(context, {
    labels: labelsOf(scope),
    query: (matchers) => `${record}{${matchers}} > 0`,
    row: `Retrieval now brings nothing for {{ . | value | humanizePercentage }} of the requests.`,
  });
}

/** The diagnoses of the warning window with their numbers. */
export function diagnosesOf(context: RuleContext, scope: AlertScope): string {
  const { warningWindow } = context.settings;
  const range = context.profile.range(warningWindow);
  const rows = templateRows(context, {
    labels: labelsOf(scope),
    query: (matchers) =>
      `sum by (rag_diagnosis) (increase(rag_diagnoses_total{rag_diagnosis!="none",${matchers}}[${range}])) > 0.5`,
    sortBy: "rag_diagnosis",
    row: `{{ .Labels.rag_diagnosis }} {{ . | value | printf "%.0f" }},`,
    none: "none,",
  });
  return `rag.diagnosis over ${warningWindow}:${rows} see the spans with rag.quality=fail.`;
}

/** The labels that the alerts of a scope have besides the service's. A pipeline is that of the scores, where rules have some. */
function labelsOf(scope: AlertScope): readonly string[] {
  if (scope === "job") return [];
  return ["rag_pipeline", ...(hasIntent(scope) ? ["rag_intent_class"] : [])];
}

function withoutLabels(context: RuleContext): RuleContext {
  return { ...context, settings: { ...context.settings, labels: [] } };
}

function hasIntent(scope: AlertScope): boolean {
  return scope === "intent" || scope === "model";
}

/** The address opened on what the alert names: variables come before a fragment, and after those that are there. */
function withVariables({ dashboardUrl, labels }: RuleSettings, scope: AlertScope): string {
  if (scope === "rules") return dashboardUrl;
  const kept = labels.map((label) => ifLabelled(label, `&var-${keptVariable(label)}={{ . | urlquery }}`));
  const variables = [`var-job={{ $labels.job | urlquery }}${kept.join("")}`];
  if (scope !== "job") variables.push("var-pipeline={{ $labels.rag_pipeline | urlquery }}");
  if (hasIntent(scope)) variables.push("var-intent={{ $labels.rag_intent_class | urlquery }}");
  if (scope === "model") variables.push("var-model={{ $labels.rag_model_version | urlquery }}");
  const [, address = "", query, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(dashboardUrl) ?? [];
  const given = (query ?? "").split("&").filter((part) => part !== "");
  return `${address}?${[...given, ...variables].join("&")}${fragment}`;
}
