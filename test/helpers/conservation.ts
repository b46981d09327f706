import { unscoredReasons } from "../../src/core/outcome.ts";
import { sum, type Sample } from "../integration/telemetry/metrics-rig.ts";

/** What is judged, and the intent classes that requests have. */
export interface ConservedPipeline {
  readonly metrics: readonly string[];
  readonly intentClasses: readonly string[];
}

/** What DESIGN calls conservation, on one scrape. Returns what does not hold. */
export function conservationViolations(
  series: readonly Sample[],
  drained: boolean,
  pipeline: ConservedPipeline,
): string[] {
  return [
    ...violationsOf(series, drained, pipeline),
    ...pipeline.intentClasses.flatMap((intentClass) => sliceViolations(series, drained, intentClass, pipeline)),
  ];
}

/** A slice's requests are never fewer than its evaluations; once drained they are as many. */
function sliceViolations(
  series: readonly Sample[],
  drained: boolean,
  intentClass: string,
  { metrics }: ConservedPipeline,
): string[] {
  const slice = { rag_intent_class: intentClass };
  const requests = sum(series, "rag_requests_total", slice);
  return metrics.flatMap((metric) => {
    const evaluations = sum(series, "rag_evaluations_total", { ...slice, rag_metric: metric });
    const holds = drained ? requests === evaluations : requests >= evaluations;
    return holds ? [] : [`${metric} of ${intentClass}: ${requests} requests, ${evaluations} evaluations`];
  });
}

function violationsOf(series: readonly Sample[], drained: boolean, { metrics }: ConservedPipeline): string[] {
  const requests = sum(series, "rag_requests_total");
  const found: string[] = [];
  for (const metric of metrics) {
    const evaluations = sum(series, "rag_evaluations_total", { rag_metric: metric });
    const pending = sum(series, "rag_evaluation_pending", { rag_metric: metric });
    if (requests !== evaluations + pending)
      found.push(`${metric}: ${requests} requests, ${evaluations} evaluations + ${pending} pending`);
    if (drained && pending !== 0) found.push(`${metric}: ${pending} pending after the end`);
    const scored = sum(series, "rag_evaluations_total", { rag_metric: metric, rag_outcome: "scored" });
    if (sum(series, `rag_${metric}_count`) !== scored) found.push(`${metric}: histogram and scored outcomes differ`);
  }
  for (const one of series.filter(({ name }) => name === "rag_evaluations_total")) {
    if (
      one.labels["rag_outcome"] !== "scored" &&
      !(unscoredReasons as readonly string[]).includes(one.labels["rag_outcome"] ?? "")
    ) {
      found.push(`unknown outcome ${one.labels["rag_outcome"]}`);
    }
  }
  return found;
}
