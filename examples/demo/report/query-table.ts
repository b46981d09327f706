import type { RoundRow } from "../run/round.ts";
import type { Style } from "./style.ts";
import { renderTable } from "./table.ts";

const columns = [
  { title: "query", widest: 46 },
  { title: "intent" },
  { title: "context", align: "right" },
  { title: "ground.", align: "right" },
  { title: "answer", align: "right" },
  { title: "quality" },
  { title: "diagnosis" },
  { title: "corrupted" },
] as const;

/** The table of a round: one line a query, grouped by intent class. */
export function queryTable(rows: readonly RoundRow[], style: Style): string[] {
  const intents = [...new Set(rows.map(({ intentClass }) => intentClass))].sort();
  const grouped = intents.flatMap((intent) => rows.filter(({ intentClass }) => intentClass === intent));
  const [title = "", rule = "", ...lines] = renderTable(columns, grouped.map(cellsOf));
  return [
    style.bold(title),
    style.dim(rule),
    ...lines.map((line, position) => coloured(line, grouped[position], style)),
  ];
}

function cellsOf({ query, intentClass, evaluation: { outcomes, quality, diagnosis, corrupted } }: RoundRow): string[] {
  return [
    query,
    intentClass,
    outcomeText(outcomes.context_relevance),
    outcomeText(outcomes.groundedness),
    outcomeText(outcomes.answer_relevance),
    quality ?? "–",
    diagnosis,
    corrupted ?? "",
  ];
}

/** A score with two decimals, or the reason why there is none. */
export function outcomeText(outcome: number | string): string {
  return typeof outcome === "number" ? outcome.toFixed(2) : outcome;
}

function coloured(line: string, row: RoundRow | undefined, style: Style): string {
  const quality = row?.evaluation.quality;
  if (quality === "fail") return style.bad(line);
  if (quality === "warn") return style.warn(line);
  return quality === undefined ? style.dim(line) : line;
}
