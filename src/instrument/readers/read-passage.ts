import type { Chunk } from "../../core/chunk.ts";
import { interactionLimits } from "../../core/interaction.ts";
import { asFinite, asString, firstOf, isRecord, leaf, plain, spend, type Budget } from "./property.ts";

/** A passage as a retriever gave it; `id` only if it had one. */
export type Passage = { -readonly [K in keyof Omit<Chunk, "id">]: Chunk[K] } & { id?: string };

const textKeys = [
  "text",
  "pageContent",
  "page_content",
  "content",
  "chunk",
  "chunk_text",
  "passage",
  "body",
  "snippet",
  "value",
];
const innerKeys = [
  "node",
  "document",
  "doc",
  "chunk",
  "payload",
  "properties",
  "_source",
  "fields",
  "item",
  "value",
  "metadata",
];
const idKeys = ["id", "_id", "id_", "uuid", "chunkId", "chunk_id", "objectID", "file_id"];
const metadataIdKeys = ["id", "_id", "chunkId", "chunk_id"];
const scoreKeys = ["score", "_score", "similarity", "relevanceScore", "relevance_score", "certainty"];
const vectorKeys = ["vector", "embedding", "values"];
const keywordScoreKeys = ["keywordScore", "keyword_score"];
const maxDepth = 4;
const maxDimensions = 65_536;

/** Reads one retrieved passage: a string, a `[passage, score]` pair, or an object with a text in one of the usual places. */
export function readPassage(value: unknown, budget: Budget, depth: number = 0): Passage | undefined {
  if (typeof value === "string") return { text: value };
  if (!isRecord(value) || depth > maxDepth || !spend(budget)) return undefined;
  if (Array.isArray(value)) return readPair(value, budget, depth);
  const bare = readBareChunk(value);
  if (bare !== undefined) return bare;
  const text = firstOf(value, textKeys, readText);
  if (text !== undefined) return withFacts({ text }, value);
  for (const key of innerKeys) {
    const inner = plain(value, key);
    if (typeof inner === "string" && key !== "metadata") return withFacts({ text: inner }, value);
    const passage = isRecord(inner) && !Array.isArray(inner) ? readPassage(inner, budget, depth + 1) : undefined;
    if (passage !== undefined) return withFacts(passage, value);
  }
  return undefined;
}

/**
 * A plain object of nothing but text, id and score: what most retrievers give, read without looking for all the names
 * that the others use. `undefined` sends the object the long way.
 */
function readBareChunk(object: object): Passage | undefined {
  if (Reflect.getPrototypeOf(object) !== Object.prototype) return undefined;
  let text: string | undefined;
  let id: string | undefined;
  let score: number | undefined;
  for (const key of Object.keys(object)) {
    if (key !== "text" && key !== "id" && key !== "score") return undefined;
    const value = Reflect.getOwnPropertyDescriptor(object, key)?.value as unknown;
    if (key === "text") text = asString(value);
    else if (key === "id") id = asId(value);
    else score = asFinite(value);
  }
  return text === undefined ? undefined : passageOf(text, id, score, undefined, undefined);
}

/** Whether the array is a passage with its score, as LangChain's `similaritySearchWithScore` gives them. */
export function isPair(value: unknown): value is readonly [unknown, number] {
  return Array.isArray(value) && value.length === 2 && typeof value[1] === "number" && typeof value[0] !== "number";
}

function readPair(pair: readonly unknown[], budget: Budget, depth: number): Passage | undefined {
  if (!isPair(pair)) return undefined;
  const passage = readPassage(pair[0], budget, depth + 1);
  const score = asFinite(pair[1]);
  return passage === undefined || score === undefined ? passage : { ...passage, score };
}

/** A text, or the text parts of a content array or object. */
function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return isRecord(value) ? asString(plain(value, "text")) : undefined;
  const texts: string[] = [];
  let characters = 0;
  for (const part of value) {
    const text = typeof part === "string" ? part : isRecord(part) ? asString(plain(part, "text")) : undefined;
    if (text === undefined) continue;
    texts.push(text);
    characters += text.length;
    // Enough to be seen as too long.
    if (characters > interactionLimits.chunkCharacters) break;
  }
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/** Adds id, score and vectors from the object around the text; what is nearer to the outside wins. */
function withFacts(inner: Passage, object: object): Passage {
  const metadata = plain(object, "metadata");
  const id =
    firstOf(object, idKeys, asId) ??
    inner.id ??
    (isRecord(metadata) ? firstOf(metadata, metadataIdKeys, asId) : undefined);
  const score =
    firstOf(object, scoreKeys, asFinite) ??
    inner.score ??
    (isRecord(metadata) ? asFinite(leaf(metadata, "score")) : undefined);
  const vector = firstOf(object, vectorKeys, asVector) ?? inner.vector;
  const keywordScore = firstOf(object, keywordScoreKeys, asFinite) ?? inner.keywordScore;
  return passageOf(inner.text, id, score, vector, keywordScore);
}

/** A passage with the facts there are. Without spreads: this runs for every chunk on the request's path. */
function passageOf(
  text: string,
  id: string | undefined,
  score: number | undefined,
  vector: readonly number[] | undefined,
  keywordScore: number | undefined,
): Passage {
  const passage: Passage = { text };
  if (id !== undefined) passage.id = id;
  if (score !== undefined) passage.score = score;
  if (vector !== undefined) passage.vector = vector;
  if (keywordScore !== undefined) passage.keywordScore = keywordScore;
  return passage;
}

function asId(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" || value.length > 1_024 ? undefined : value;
  return typeof value === "number" || typeof value === "bigint" ? String(value) : undefined;
}

/** A vector of finite numbers, copied; `undefined` for everything else, and beyond 65,536 dimensions. */
export function asVector(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value) && !(value instanceof Float32Array) && !(value instanceof Float64Array)) return undefined;
  if (value.length === 0 || value.length > maxDimensions) return undefined;
  const vector = Array.from<unknown>(value);
  return vector.every((entry): entry is number => asFinite(entry) !== undefined) ? vector : undefined;
}
