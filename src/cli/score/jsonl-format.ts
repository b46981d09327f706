import { triadMetrics } from "../../core/metric.ts";
import type { MetricResult } from "../../core/scoring-job.ts";
import { outputNames, type RowFormat } from "./score-row.ts";

/**
 * One JSON object a line: `id`, one object a metric (`score` or `reason`, `judge`, and what the judge found), then the
 * input's extra keys. An extra key with the name of one of ours gives way.
 */
export const jsonlFormat: RowFormat = {
  header: "",
  format({ id, results, extras }) {
    const ours: Record<string, unknown> = { id };
    for (const metric of triadMetrics) ours[outputNames[metric]] = metricObject(results[metric]);
    // Spread twice: the first fixes the order of the keys, the second their values.
    return `${JSON.stringify({ ...ours, ...extras, ...ours })}\n`;
  },
};

function metricObject({ outcome, judge, detail, errorType }: MetricResult): Readonly<Record<string, unknown>> {
  return {
    ...outcome,
    judge,
    errorType,
    relevantChunkRatio: detail?.relevantChunkRatio,
    chunks: detail?.chunks,
    claims: detail?.claims,
    claimCounts: detail?.claimCounts,
    explanation: detail?.explanation,
  };
}
