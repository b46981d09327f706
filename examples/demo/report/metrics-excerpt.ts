import { parseExposition, type MetricSample } from "../measure/exposition.ts";

const constantLabels = new Set([
  "otel_scope_name",
  "otel_scope_version",
  "otel_scope_schema_url",
  "rag_pipeline",
  "rag_model_version",
  "rag_judge",
]);

/** Lines of `/metrics` that are worth a look, without the labels that are the same everywhere. */
export function metricsExcerpt(page: string, intentClass: string): string[] {
  const samples = parseExposition(page);
  const of = (name: string, labels: Readonly<Record<string, string>> = {}): MetricSample[] =>
    samples.filter((sample) => sample.name === name && sample.value !== 0 && matches(sample, labels)).sort(byIntent);
  const slice = { rag_intent_class: intentClass };
  return [
    ...of("rag_requests_total"),
    ...of("rag_evaluations_total", { ...slice, rag_metric: "groundedness" }),
    ...of("rag_violations_total", { ...slice, rag_metric: "groundedness" }),
    ...of("rag_refusals_total"),
    ...of("rag_retrieval_empty_total"),
    ...of("rag_groundedness_bucket", slice),
    ...of("rag_groundedness_sum", slice),
    ...of("rag_groundedness_count", slice),
    ...samples.filter(
      (sample) => sample.name === "rag_evaluation_pending" && matches(sample, { rag_metric: "groundedness" }),
    ),
  ].map(lineOf);
}

function matches({ labels }: MetricSample, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

function byIntent({ labels: left }: MetricSample, { labels: right }: MetricSample): number {
  return (left["rag_intent_class"] ?? "").localeCompare(right["rag_intent_class"] ?? "");
}

function lineOf({ name, labels, value }: MetricSample): string {
  const shown = Object.entries(labels).filter(([key]) => !constantLabels.has(key));
  const list = shown.map(([key, label]) => `${key}="${label}"`).join(", ");
  return `${name}${list === "" ? "" : `{${list}}`} ${Number.isInteger(value) ? value : value.toFixed(4)}`;
}
