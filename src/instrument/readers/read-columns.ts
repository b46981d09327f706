import { interactionLimits } from "../../core/interaction.ts";
import { plain } from "./property.ts";

/** Chroma's answer: parallel arrays `ids` and `documents`, nested once per query. */
export function isColumns(value: object): boolean {
  return Array.isArray(plain(value, "ids")) && Array.isArray(plain(value, "documents"));
}

/** The passages of parallel arrays, a query's after the other's; rows without a text are left out. */
export function passagesOfColumns(value: object): readonly unknown[] {
  const ids = rowsOf(plain(value, "ids"));
  const documents = rowsOf(plain(value, "documents"));
  const embeddings = rowsOf(plain(value, "embeddings"));
  const passages: object[] = [];
  for (const [query, texts] of documents.entries()) {
    for (const [row, text] of texts.entries()) {
      if (typeof text !== "string") continue;
      if (passages.length > interactionLimits.chunkCount) return passages;
      passages.push({ text, id: ids[query]?.[row], vector: embeddings[query]?.[row] });
    }
  }
  return passages;
}

/** One array a query, also when there was one query and its array came bare. An embedding is itself an array of numbers. */
function rowsOf(column: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(column)) return [];
  const first: unknown = column[0];
  const nested = Array.isArray(first) && typeof first[0] !== "number";
  return nested ? (column as unknown[][]) : [column];
}
