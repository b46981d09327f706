import type { Chunk } from "../../core/chunk.ts";
import { isLive, isRecord, plain } from "./property.ts";
import { readChunks } from "./read-chunks.ts";
import { contentText, roleOf } from "./read-content.ts";

/** What the arguments of a generator say it was given. */
export interface GeneratorInput {
  readonly query?: string;
  readonly chunks?: readonly Chunk[];
  /** There were chunks, but past a limit of `interactionLimits`. */
  readonly tooLong?: true;
}

const queryKeys = ["query", "question", "input", "userQuery", "user_query"];
const chunkKeys = [
  "chunks",
  "contexts",
  "documents",
  "context",
  "docs",
  "passages",
  "results",
  "matches",
  "retrieved",
  "sources",
  "nodes",
  "hits",
];

/**
 * Reads query and chunks from a generator's arguments: `(query, chunks)`, `(chunks, query)`,
 * `({ query | question | input, chunks | contexts | documents | context | … })`, or chat messages, whose last user
 * message is the query. A second string is not taken for a context, nor an empty list for an empty context: it may be
 * a model's name, a history. What is not found is left out. Never throws; runs no getter.
 */
export function readGeneratorInput(args: readonly unknown[]): GeneratorInput {
  let query: string | undefined;
  let reading: ReturnType<typeof readChunks>;
  try {
    for (const arg of args) {
      if (typeof arg === "string") {
        query ??= arg;
      } else if (Array.isArray(arg)) {
        if (isMessages(arg)) query ??= lastUserMessage(arg);
        else if (arg.length > 0) reading ??= readChunks(arg);
      } else if (isRecord(arg) && !isLive(arg)) {
        query ??= namedQuery(arg);
        reading ??= namedChunks(arg);
      }
    }
  } catch {
    // A Proxy that throws when looked at: what was found before it stands.
  }
  return {
    ...(query !== undefined && { query }),
    ...(reading !== undefined && (reading.tooLong ? { tooLong: true as const } : { chunks: reading.chunks })),
  };
}

function namedQuery(arg: object): string | undefined {
  for (const key of queryKeys) {
    const value = plain(arg, key);
    if (typeof value === "string") return value;
  }
  const messages = plain(arg, "messages");
  return Array.isArray(messages) && isMessages(messages) ? lastUserMessage(messages) : undefined;
}

function namedChunks(arg: object): ReturnType<typeof readChunks> {
  for (const key of chunkKeys) {
    const value = plain(arg, key);
    if (typeof value !== "string" && !isRecord(value)) continue;
    const reading = readChunks(value);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

function isMessages(list: readonly unknown[]): boolean {
  return roleOf(list.at(-1)) !== undefined;
}

function lastUserMessage(messages: readonly unknown[]): string | undefined {
  const last = messages.findLast((message) => ["user", "human"].includes(roleOf(message) ?? ""));
  return isRecord(last) ? contentText(plain(last, "content") ?? plain(last, "parts"), { left: 1_000 }) : undefined;
}
