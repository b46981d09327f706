import type { Chunk } from "../../core/chunk.ts";
import { interactionLimits } from "../../core/interaction.ts";
import { isRecord, plain, spend, type Budget } from "./property.ts";
import { isColumns, passagesOfColumns } from "./read-columns.ts";
import { isPair, readPassage, type Passage } from "./read-passage.ts";

/**
 * The chunks of a result. `tooLong`: they passed a limit of `interactionLimits` and were not taken, `chunks` is
 * empty. `undefined`: the result was not understood, which is not the same as nothing retrieved.
 */
export type ReadChunks = { readonly chunks: readonly Chunk[]; readonly tooLong: boolean } | undefined;

const listKeys = [
  "documents",
  "results",
  "matches",
  "chunks",
  "hits",
  "points",
  "nodes",
  "sourceNodes",
  "source_nodes",
  "passages",
  "contexts",
  "docs",
  "rows",
  "records",
  "objects",
  "items",
  "sources",
  "data",
  "context",
  "retrievalResults",
  "result",
  "response",
  "value",
];
const maxDepth = 4;
const maxValues = 20_000;
const nothing: ReadChunks = { chunks: [], tooLong: false };
const tooMuch: ReadChunks = { chunks: [], tooLong: true };

/**
 * Reads what retrievers return: a text, an object with a text, arrays of them (nested ones are flattened),
 * `[document, score]` pairs, and objects that hold such a list under one of the usual names. Ids come from the
 * passages, else they are "0", "1", …; within one result they are unique. `null` and a blank text are nothing
 * retrieved; `undefined` is not understood, because a retriever that returns nothing at all has put it elsewhere.
 * A list with an entry that is not understood is not understood. Never throws; drains nothing.
 */
export function readChunks(result: unknown): ReadChunks {
  try {
    const values: Budget = { left: maxValues };
    let empty: ReadChunks;
    for (const list of listsOf(result, values, 0)) {
      const reading = chunksOf(list, values);
      if (reading !== undefined && (reading.tooLong || reading.chunks.length > 0)) return reading;
      empty ??= reading;
    }
    return empty;
  } catch {
    return undefined;
  }
}

/** The lists of passages that a result may consist of, not yet read, the most likely one first. */
function listsOf(value: unknown, values: Budget, depth: number): readonly (readonly unknown[])[] {
  if (value === null) return [[]];
  if (typeof value === "string") return [/\S/u.test(value) ? [value] : []];
  if (Array.isArray(value)) return [isPair(value) ? [value] : value];
  if (!isRecord(value) || depth > maxDepth || !spend(values)) return [];
  if (value instanceof Set) return [[...value]];
  if (isColumns(value)) return [passagesOfColumns(value)];
  const held = listKeys.map((key) => plain(value, key));
  const lists = held.filter((candidate) => Array.isArray(candidate)) as unknown[][];
  if (readPassage(value, values) !== undefined) return [...lists, [value]];
  const inner = held.filter(
    (candidate) => typeof candidate === "string" || (isRecord(candidate) && !Array.isArray(candidate)),
  );
  return [...lists, ...inner.flatMap((candidate) => listsOf(candidate, values, depth + 1))];
}

function chunksOf(list: readonly unknown[], values: Budget): ReadChunks {
  const chunks: Chunk[] = [];
  // A few ids are compared one by one, many are looked up.
  const textOfId = list.length > 32 ? new Map<string, string>() : undefined;
  const budget = { characters: 0 };

  const add = (entries: readonly unknown[], depth: number): "too_long" | "unknown" | undefined => {
    if (chunks.length + entries.length > interactionLimits.chunkCount) return "too_long";
    for (const entry of entries) {
      if (!spend(values)) return "unknown";
      if (entry === null || entry === undefined) continue;
      if (Array.isArray(entry) && !isPair(entry)) {
        const problem = depth < maxDepth ? add(entry, depth + 1) : "unknown";
        if (problem !== undefined) return problem;
        continue;
      }
      const passage = readPassage(entry, values);
      if (passage === undefined) {
        const inner = depth < maxDepth && isRecord(entry) ? listsOf(entry, values, depth + 1)[0] : undefined;
        const problem = inner === undefined ? "unknown" : add(inner, depth + 1);
        if (problem !== undefined) return problem;
        continue;
      }
      budget.characters += passage.text.length;
      if (
        passage.text.length > interactionLimits.chunkCharacters ||
        budget.characters > interactionLimits.contextCharacters
      )
        return "too_long";
      if (chunks.length >= interactionLimits.chunkCount) return "too_long";
      chunks.push(numbered(passage, chunks, textOfId));
    }
    return undefined;
  };

  const problem = add(list, 0);
  if (problem === "unknown") return undefined;
  if (problem === "too_long") return tooMuch;
  return chunks.length === 0 ? nothing : { chunks, tooLong: false };
}

/** Gives the passage its rank and an id: its own, unless another text has it (the chunks of one file share the file's). */
function numbered(passage: Passage, before: readonly Chunk[], textOfId: Map<string, string> | undefined): Chunk {
  const rank = before.length;
  const own = passage.id ?? String(rank);
  const taken = (id: string): boolean => {
    const text = textOfId === undefined ? before.find((chunk) => chunk.id === id)?.text : textOfId.get(id);
    return text !== undefined && text !== passage.text;
  };
  let id = own;
  for (let copy = 2; taken(id); copy++) id = `${own}#${copy}`;
  textOfId?.set(id, passage.text);
  // The passage was made for this chunk: it is completed, not copied.
  passage.rank = rank;
  return Object.assign(passage, { id });
}
