import { sumOf, type MetricSample } from "./exposition.ts";

/** The metrics of the triad by their ids. */
export const metricIds = ["context_relevance", "groundedness", "answer_relevance"] as const;

/**
 * Holds a scrape against the law of conservation, for every pipeline and metric: requests = evaluations over all
 * outcomes + pending, and scores in the histogram = evaluations with outcome scored. Returns what does not hold.
 */
export function conservationViolations(samples: readonly MetricSample[]): string[] {
  const pipelines = new Set(
    samples.flatMap(({ name, labels }) => (name === "rag_requests_total" ? [labels["rag_pipeline"] ?? ""] : [])),
  );
  const violations: string[] = [];
  for (const pipeline of pipelines) {
    const requests = sumOf(samples, "rag_requests_total", { rag_pipeline: pipeline });
    for (const metric of metricIds) {
      const labels = { rag_pipeline: pipeline, rag_metric: metric };
      const evaluations = sumOf(samples, "rag_evaluations_total", labels);
      const pending = sumOf(samples, "rag_evaluation_pending", labels);
      const scored = sumOf(samples, "rag_evaluations_total", { ...labels, rag_outcome: "scored" });
      const observed = sumOf(samples, `rag_${metric}_count`, { rag_pipeline: pipeline });
      if (requests !== evaluations + pending) {
        violations.push(
          `${pipeline}/${metric}: ${requests} requests, but ${evaluations} evaluations + ${pending} pending`,
        );
      }
      if (scored !== observed)
        violations.push(`${pipeline}/${metric}: ${scored} scored, but ${observed} in the histogram`);
    }
  }
  return violations;
}
