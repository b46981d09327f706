import type { RuleContext } from "../context.ts";
import type { AlertScope } from "../rule.ts";
import { meanName } from "../recordings/scores.ts";

/** What a builder says about an alert; links are added to it. */
export interface AlertText {
  /** One sentence without a value: it stays the same while the alert fires. */
  readonly summary: string;
  /** What is measured, with the value. */
  readonly description: string;
  /** Where to look: template text. */
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
    dashboard_url: `${settings.dashboardUrl}${dashboardVariables(scope)}`,
  };
}

/** The current context relevance of the alert's intent class or pipeline, for each judge, as template text. */
export function currentContextRelevance(context: RuleContext, scope: AlertScope): string {
  const level = scope === "intent" || scope === "model" ? "intent" : "pipeline";
  const record = meanName(level, context.settings.pageWindow);
  return `Context relevance now:{{ range query (printf ${quoted(record, context, scope, [`rag_metric="context_relevance"`])}) }} {{ . | value | printf "%.2f" }} ({{ .Labels.rag_judge }}){{ else }} unknown{{ end }}.`;
}

/** The diagnoses of the last hour with their numbers, as template text. */
export function diagnosesOf(context: RuleContext, scope: AlertScope): string {
  const range = context.profile.range(context.settings.warningWindow);
  const selector = quoted(`sum by (rag_diagnosis) (increase(rag_diagnoses_total`, context, scope, [
    `rag_diagnosis!="none"`,
  ]);
  const query = `${selector.slice(0, selector.lastIndexOf("`"))}[${range}])) > 0.5\`${selector.slice(selector.lastIndexOf("`") + 1)}`;
  return `rag.diagnosis over ${context.settings.warningWindow}:{{ range query (printf ${query}) | sortByLabel "rag_diagnosis" }} {{ .Labels.rag_diagnosis }} {{ . | value | printf "%.0f" }},{{ else }} none,{{ end }} see the spans with rag.quality=fail.`;
}

/** A raw-string format for \`printf\`: a selector with the alert's own labels, followed by the arguments. */
function quoted(name: string, { settings }: RuleContext, scope: AlertScope, matchers: readonly string[]): string {
  const labels = ["job", ...settings.labels, "rag_pipeline", ...(hasIntent(scope) ? ["rag_intent_class"] : [])];
  const all = [...matchers, ...labels.map((label) => `${label}=%q`)].join(",");
  return `\`${name}{${all}}\` ${labels.map((label) => `$labels.${label}`).join(" ")}`;
}

function hasIntent(scope: AlertScope): boolean {
  return scope === "intent" || scope === "model";
}

function dashboardVariables(scope: AlertScope): string {
  if (scope === "rules") return "";
  const variables = ["var-job={{ $labels.job | urlquery }}"];
  variables.push("var-pipeline={{ $labels.rag_pipeline | urlquery }}");
  if (hasIntent(scope)) variables.push("var-intent={{ $labels.rag_intent_class | urlquery }}");
  if (scope === "model") variables.push("var-model={{ $labels.rag_model_version | urlquery }}");
  return `?${variables.join("&")}`;
}
