import { verdictCountsOf } from "../../core/judge.ts";
import { triadMetrics } from "../../core/metric.ts";
import { scoreOf } from "../../core/outcome.ts";
import type { Verdict } from "../../core/claim.ts";
import type { MetricResult } from "../../core/scoring-job.ts";
import { outputNames, type RowFormat } from "./score-row.ts";

const verdicts: readonly Verdict[] = ["supported", "contradicted", "unsupported"];

type Cell = string | number | undefined;

/**
 * RFC 4180: a header, one record an interaction, CRLF after each. Per metric the score or the reason (the other is
 * empty) and the judge, then the numbers of claims; extra keys of the input are left out.
 */
export const csvFormat: RowFormat = {
  header: record([
    "id",
    ...triadMetrics.flatMap((metric) => ["", "Reason", "Judge"].map((suffix) => outputNames[metric] + suffix)),
    "relevantChunkRatio",
    "claims",
    ...verdicts.map((verdict) => `${verdict}Claims`),
  ]),
  format({ id, results }) {
    const counts = verdictCountsOf(results.groundedness.detail);
    return record([
      id,
      ...triadMetrics.flatMap((metric) => metricCells(results[metric])),
      results.context_relevance.detail?.relevantChunkRatio,
      counts === undefined ? undefined : counts.supported + counts.contradicted + counts.unsupported,
      ...verdicts.map((verdict) => counts?.[verdict]),
    ]);
  },
};

function metricCells({ outcome, judge }: MetricResult): readonly Cell[] {
  return [scoreOf(outcome), "reason" in outcome ? outcome.reason : undefined, judge];
}

function record(cells: readonly Cell[]): string {
  return `${cells.map(field).join(",")}\r\n`;
}

function field(cell: Cell): string {
  const text = cell === undefined ? "" : String(cell);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
