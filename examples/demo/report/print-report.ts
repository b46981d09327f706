import type { AddedLatency } from "../measure/added-latency.ts";
import type { ScrapeReport } from "../measure/scrape-watch.ts";
import type { MeanScores } from "./means.ts";
import type { Style } from "./style.ts";
import { renderTable } from "./table.ts";
import type { TallyReport } from "./tally.ts";

/** Mean scores by intent class, and what became of the requests. */
export function scoresSection(report: TallyReport, style: Style): string[] {
  const rows: [string, MeanScores & { readonly requests: number }][] = [
    ...Object.entries(report.meanScoresByIntent).sort(([left], [right]) => (left < right ? -1 : 1)),
    ["all", { requests: report.requests, ...report.meanScores }],
  ];
  const table = renderTable(
    [
      { title: "mean by intent" },
      { title: "requests", align: "right" },
      { title: "context", align: "right" },
      { title: "ground.", align: "right" },
      { title: "answer", align: "right" },
    ],
    rows.map(([intent, means]) => [
      intent,
      String(means.requests),
      meanText(means.contextRelevance),
      meanText(means.groundedness),
      meanText(means.answerRelevance),
    ]),
  );
  return [
    ...table,
    "",
    `${report.requests} requests, ${report.scored} with a score.`,
    `Unscored evaluations (three a request): ${countsText(report.unscoredByReason)}.`,
    `Quality: ${countsText(report.qualities)}. Diagnosis: ${countsText(report.diagnoses)}.`,
  ].map((line, position) => (position === 0 ? style.bold(line) : line));
}

/** How well groundedness tells clean answers from corrupted ones. */
export function separationSection({ groundednessByKind, cleanVsCorruptedAuroc, labelAuroc }: TallyReport): string[] {
  const order = ["clean", "number", "sentence", "negation"];
  const lines = Object.entries(groundednessByKind)
    .sort(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([kind, { answers, mean }]) => `  ${kind.padEnd(9)}${bar(mean ?? 0)} ${meanText(mean)}  (${answers} answers)`);
  return [
    ...lines,
    cleanVsCorruptedAuroc === null
      ? "No answer was corrupted on purpose (see --corrupt)."
      : `AUROC of groundedness, clean against corrupted: ${cleanVsCorruptedAuroc.toFixed(3)} (1 is perfect separation, 0.5 a coin toss).`,
    ...(labelAuroc === null ? [] : [`AUROC of groundedness against the labels in the file: ${labelAuroc.toFixed(3)}.`]),
  ];
}

/** What rag-triad adds to a request. */
export function latencySection(latency: AddedLatency | undefined): string[] {
  if (latency === undefined) return ["Not measured."];
  const { bare, wrapped, pairs, blocks } = latency;
  const table = renderTable(
    [{ title: "milliseconds" }, { title: "p50", align: "right" }, { title: "p99", align: "right" }],
    [
      ["bare", milliseconds(bare.p50), milliseconds(bare.p99)],
      ["wrapped", milliseconds(wrapped.p50), milliseconds(wrapped.p99)],
      ["added", milliseconds(latency.p50), milliseconds(latency.p99)],
    ],
  );
  return [
    ...table,
    `${pairs} pairs of requests, one after the other; ${blocks === 1 ? "one block" : `medians over ${blocks} blocks`}.`,
  ];
}

/** Whether the counters added up at every scrape. */
export function conservationSection({ scrapes, mostPending, violations }: ScrapeReport, style: Style): string[] {
  const law = "requests = evaluations + pending";
  if (violations.length === 0) {
    return [
      style.good(
        `✔ ${law}, for every metric, at each of ${scrapes} scrapes (up to ${mostPending} evaluations were pending).`,
      ),
    ];
  }
  return [style.bad(`✘ ${law} did not hold:`), ...violations.map((violation) => style.bad(`  ${violation}`))];
}

function meanText(mean: number | null): string {
  return mean === null ? "–" : mean.toFixed(3);
}

function milliseconds(value: number): string {
  return value.toFixed(2);
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).sort(([, left], [, right]) => right - left);
  return entries.length === 0 ? "none" : entries.map(([name, count]) => `${name} ${count}`).join(", ");
}

function bar(share: number): string {
  const filled = Math.round(share * 30);
  return "█".repeat(filled) + "░".repeat(30 - filled);
}
