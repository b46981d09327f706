import type { TriadMetric } from "../../core/metric.ts";
import type { TriadResults } from "./line-scoring.ts";

/** One scored interaction, as it is written. */
export interface ScoreRow {
  readonly id: string | number;
  readonly results: TriadResults;
  readonly extras: Readonly<Record<string, unknown>>;
}

/** How rows become text. */
export interface RowFormat {
  /** What comes before the first row. */
  readonly header: string;
  /** A row with its line ending. */
  format(row: ScoreRow): string;
}

/** The names of the metrics in the output. */
export const outputNames: Readonly<Record<TriadMetric, string>> = {
  context_relevance: "contextRelevance",
  groundedness: "groundedness",
  answer_relevance: "answerRelevance",
};
