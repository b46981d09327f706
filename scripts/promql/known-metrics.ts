import type { RuleCatalogue } from "../../src/rules/catalogue.ts";
import { attributeTable } from "../../src/telemetry/attribute-table.ts";
import { instrumentTable, type InstrumentDefinition } from "../../src/telemetry/instruments.ts";
import { labelsIn, metricsIn } from "./metrics-in.ts";

/** A PromQL expression somewhere: a rule, a panel, a configuration. */
export interface MetricUse {
  /** Where it stands, for the report. */
  readonly place: string;
  readonly expression: string;
}

/** What Prometheus itself makes for every target and alert. */
const ownMetrics = ["up", "ALERTS", "ALERTS_FOR_STATE", "scrape_samples_scraped", "scrape_duration_seconds"];
const ownLabels = ["job", "instance", "le", "alertname", "alertstate"];

/** The labels that rules set themselves, and the SDK's mark of series that lost their labels. */
const setLabels = ["severity", "category", "scope", "component", "policy", "long", "short", "otel_metric_overflow"];

/** The Prometheus names of every series that the instruments emit, each suffix of a histogram included. */
export function emittedMetrics(): readonly string[] {
  return Object.values(instrumentTable).flatMap(({ name, kind }: InstrumentDefinition) => {
    const base = name.replaceAll(".", "_");
    if (kind === "histogram") return ["_bucket", "_sum", "_count"].map((suffix) => base + suffix);
    return [kind === "counter" ? `${base}_total` : base];
  });
}

/** What the rules record. */
export function recordedMetrics({ recordings }: RuleCatalogue): readonly string[] {
  return [...new Set(recordings.map(({ record }) => record))];
}

/** The labels of what is emitted, as Prometheus has them. */
export function emittedLabels(): readonly string[] {
  return attributeTable.filter(({ on }) => on.includes("label")).map(({ key }) => key.replaceAll(".", "_"));
}

/**
 * Metrics and labels that are used and that nobody emits or records, one sentence each; what is no PromQL too. `known`
 * is the recorded names and whatever else is expected, such as those of a Collector.
 */
export function unknownUses(
  uses: readonly MetricUse[],
  known: { readonly metrics: readonly string[]; readonly labels?: readonly string[] },
): readonly string[] {
  const metrics = [...ownMetrics, ...emittedMetrics(), ...known.metrics];
  const labels = new Set([...ownLabels, ...setLabels, ...emittedLabels(), ...(known.labels ?? [])]);
  return uses.flatMap(({ place, expression }) => {
    try {
      return [
        ...metricsIn(expression)
          .filter((metric) => !isKnown(metric, metrics))
          .map((metric) => `${place}: nothing emits or records ${metric}`),
        ...labelsIn(expression)
          .filter((label) => !labels.has(label))
          .map((label) => `${place}: nothing has the label ${label}`),
      ];
    } catch (error) {
      return [`${place}: ${(error as Error).message}`];
    }
  });
}

/** Recorded names that none of the uses needs. A record's own expression is one of the uses. */
export function unusedRecords(records: readonly string[], uses: readonly MetricUse[]): readonly string[] {
  const used = new Set(uses.flatMap(({ expression }) => metricsIn(expression)));
  return [...new Set(records)].filter((record) => !used.has(record));
}

function isKnown(metric: string, known: readonly string[]): boolean {
  if (!metric.startsWith("~")) return known.includes(metric);
  const pattern = new RegExp(`^(?:${metric.slice(1)})$`);
  return known.some((name) => pattern.test(name));
}
