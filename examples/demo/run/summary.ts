import type { AddedLatency } from "../measure/added-latency.ts";
import type { ScrapeReport } from "../measure/scrape-watch.ts";
import type { TallyReport } from "../report/tally.ts";

/** The JSON object of a run: the figures, what the wrapping costs, and where to look further. */
export function summaryOf(
  report: TallyReport,
  latency: AddedLatency | undefined,
  { scrapes, mostPending, violations }: ScrapeReport,
  urls: Readonly<Record<string, string>>,
): object {
  const { requests, scored, unscoredByReason, meanScores, cleanVsCorruptedAuroc, ...further } = report;
  return {
    requests,
    scored,
    unscoredByReason,
    meanScores,
    cleanVsCorruptedAuroc,
    addedLatencyMs: { p50: latency?.p50 ?? null, p99: latency?.p99 ?? null },
    ...urls,
    ...further,
    latency: latency ?? null,
    conservation: { scrapes, mostPending, violations },
  };
}
