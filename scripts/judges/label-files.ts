import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Interaction } from "../../src/core/interaction.ts";

/** One row of a label file. */
export interface LabelRow {
  readonly id: string;
  readonly query: string | null;
  readonly contexts: readonly string[];
  readonly answer: string | null;
  readonly label: number | null;
  readonly group: string;
  readonly lang: string;
}

/** The rows of a label file, or none when the folder has no such file. */
export async function readLabels(folder: string, name: string): Promise<LabelRow[]> {
  const path = join(folder, `${name}.jsonl`);
  if (!existsSync(path)) return [];
  const rows: LabelRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
    if (line.trim() !== "") rows.push(JSON.parse(line) as LabelRow);
  }
  return rows;
}

/** A row as `rag-triad score` maps it. */
export function interactionOf(row: Pick<LabelRow, "id" | "query" | "contexts" | "answer">): Interaction {
  return {
    id: row.id,
    query: row.query,
    retrieval: "succeeded",
    chunks: row.contexts.map((text, index) => ({ id: String(index), text, rank: index })),
    answer: row.answer,
  };
}
