import type { Alert } from "../../../src/rules/rule.ts";
import { defaultContext, ruleCatalogue } from "../../../src/rules/catalogue.ts";

/** An alert as Prometheus sends it. */
export interface RaisedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Every shipped alerting rule, as an alert about one and the same service, intent class, model version and judge. */
export const shippedAlerts: readonly RaisedAlert[] = ruleCatalogue(defaultContext).alerts.map((alert) => ({
  labels: labelsOf(alert),
  annotations: Object.fromEntries(
    // Templates are Prometheus's to fill in.
    Object.entries(alert.annotations).map(([name, text]) => [name, text.replaceAll(/\{\{.*?\}\}/g, "…")]),
  ),
}));

/** The shipped alert with these labels; there must be exactly one. */
export function shippedAlert(labels: Readonly<Record<string, string>>): RaisedAlert {
  const found = shippedAlerts.filter((alert) =>
    Object.entries(labels).every(([name, value]) => alert.labels[name] === value),
  );
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} alerts have ${JSON.stringify(labels)}.`);
  return only;
}

/** The labels that a rule sets, and those that its series have by what it is about. */
function labelsOf({ alert, labels }: Alert): Record<string, string> {
  const { scope, category } = labels;
  return {
    alertname: alert,
    ...(scope === "rules" ? {} : { job: "rag" }),
    ...(scope === "rules" || scope === "job" ? {} : { rag_pipeline: "support" }),
    ...(scope === "intent" || scope === "model" ? { rag_intent_class: "faq" } : {}),
    ...(scope === "model" ? { rag_model_version: "v2" } : {}),
    ...(category === "quality" ? { rag_judge: "embedded/1" } : {}),
    // Those whose rule leaves the metric to the series: here the one that most others are about.
    ...(category === "budget" || scope === "judge" || alert === "RagCoverageLow" ? { rag_metric: "groundedness" } : {}),
    ...labels,
  };
}
