import type { Chunk } from "../../core/chunk.ts";
import { RagTriadError } from "../../core/errors.ts";
import type { Interaction } from "../../core/interaction.ts";
import { describeValue, quote } from "../describe-value.ts";
import { limitInteraction } from "./limit-interaction.ts";

/** An interaction as a line of the input gives it. */
export interface RecordedInteraction {
  /** As in the input, a string or a number; the line's number when it has none. */
  readonly id: string | number;
  readonly interaction: Interaction;
  /** The keys that are not part of the interaction, as they are. */
  readonly extras: Readonly<Record<string, unknown>>;
}

/**
 * Reads one line of JSON: `{id?, query, contexts: string[] | chunks: [{id, text, score?}], answer}` and keys of the
 * user's own. `query` and `answer` may be null; without contexts and chunks nothing was retrieved from; fields past
 * `interactionLimits` are left out and named in `tooLong`. Throws `ERR_RAG_TRIAD_INPUT` with a message that names the
 * field, the rule and the value.
 */
export function parseLine(text: string, lineNumber: number): RecordedInteraction {
  const line = parseObject(text);
  const { id: givenId, query: _query, contexts, chunks, answer: _answer, ...extras } = line;
  const id = givenId === undefined || givenId === null ? lineNumber : parseId(givenId, "id");
  const hasContexts = contexts !== undefined && contexts !== null;
  const hasChunks = chunks !== undefined && chunks !== null;
  if (hasContexts && hasChunks) throw inputError("only one of contexts and chunks may be given; got both");
  const interaction: Interaction = {
    id: String(id),
    query: parseText("query", line),
    retrieval: hasContexts || hasChunks ? "succeeded" : "none",
    chunks: hasContexts ? parseContexts(contexts) : hasChunks ? parseChunks(chunks) : [],
    answer: parseText("answer", line),
  };
  return { id, interaction: limitInteraction(interaction), extras };
}

function inputError(message: string): RagTriadError {
  return new RagTriadError("ERR_RAG_TRIAD_INPUT", message);
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw inputError(`the line must be JSON; got ${quote(text)}`);
  }
  if (!isObject(value)) throw inputError(`the line must be a JSON object; got ${describeValue(value)}`);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// A number that JavaScript cannot hold exactly would come out as another one, and join the scores to another row.
function parseId(value: unknown, field: string): string | number {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  const rule = "must be a string or a number of at most 2^53 - 1 (a greater one as a string)";
  throw inputError(`${field} ${rule}; got ${describeValue(value)}`);
}

function parseText(field: "query" | "answer", line: Readonly<Record<string, unknown>>): string | null {
  const value = line[field];
  if (typeof value === "string" || value === null) return value;
  const problem =
    value === undefined ? `it is missing among ${quote(Object.keys(line).join(", "))}` : `got ${describeValue(value)}`;
  throw inputError(`${field} must be a string, or null when there was none; ${problem}`);
}

function parseContexts(value: unknown): readonly Chunk[] {
  if (!Array.isArray(value)) throw inputError(`contexts must be an array of strings; got ${describeValue(value)}`);
  return value.map((text: unknown, rank) => {
    if (typeof text !== "string") throw inputError(`contexts[${rank}] must be a string; got ${describeValue(text)}`);
    return { id: String(rank), text, rank };
  });
}

function parseChunks(value: unknown): readonly Chunk[] {
  if (!Array.isArray(value)) throw inputError(`chunks must be an array of objects; got ${describeValue(value)}`);
  const textById = new Map<string, string>();
  return value.flatMap((item: unknown, rank) => {
    const chunk = parseChunk(item, rank);
    if (textById.get(chunk.id) === chunk.text) return [];
    // Passages often carry the id of their document: what must be unique gets its position added.
    let { id } = chunk;
    while (textById.has(id)) id += `#${rank}`;
    textById.set(id, chunk.text);
    return [{ ...chunk, id }];
  });
}

function parseChunk(value: unknown, rank: number): Chunk {
  if (!isObject(value))
    throw inputError(`chunks[${rank}] must be an object {id, text, score?}; got ${describeValue(value)}`);
  const { id, text, score } = value;
  if (typeof text !== "string") throw inputError(`chunks[${rank}].text must be a string; got ${describeValue(text)}`);
  const hasScore = score !== undefined && score !== null;
  if (hasScore && typeof score !== "number")
    throw inputError(`chunks[${rank}].score must be a number; got ${describeValue(score)}`);
  return { id: String(parseId(id, `chunks[${rank}].id`)), text, rank, ...(hasScore ? { score } : {}) };
}
