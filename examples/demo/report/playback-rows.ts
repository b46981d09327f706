import { outcomeText } from "./query-table.ts";
import type { Style } from "./style.ts";
import { renderTable } from "./table.ts";
import type { EvaluatedRequest } from "./tally.ts";

/** A played interaction; its id is the recorded one. */
export interface PlaybackRow extends EvaluatedRequest {
  readonly query: string | null;
}

/** Keeps the interactions that a reviewer would look at first. */
export interface PlaybackRows {
  add(row: PlaybackRow): void;
  lines(style: Style): string[];
}

/** The lowest `limit` by groundedness; everything else is forgotten. */
export function createPlaybackRows(limit = 20): PlaybackRows {
  const lowest: { readonly score: number; readonly row: PlaybackRow }[] = [];
  return {
    add(row) {
      const { groundedness } = row.outcomes;
      if (typeof groundedness !== "number") return;
      const position = lowest.findIndex(({ score }) => score > groundedness);
      lowest.splice(position === -1 ? lowest.length : position, 0, { score: groundedness, row });
      if (lowest.length > limit) lowest.pop();
    },
    lines(style) {
      const [title = "", ...rest] = renderTable(
        [
          { title: "id", widest: 34 },
          { title: "query", widest: 40 },
          { title: "context", align: "right" },
          { title: "ground.", align: "right" },
          { title: "answer", align: "right" },
          { title: "quality" },
          { title: "diagnosis" },
        ],
        lowest.map(({ row: { id, query, outcomes, quality, diagnosis } }) => [
          id,
          (query ?? "–").replace(/\s+/g, " "),
          outcomeText(outcomes.context_relevance),
          outcomeText(outcomes.groundedness),
          outcomeText(outcomes.answer_relevance),
          quality ?? "–",
          diagnosis,
        ]),
      );
      return [style.bold(title), ...rest];
    },
  };
}
