import { JudgeFailure } from "../../../core/judge-failure.ts";
import type { JudgeContext } from "../../../core/judge.ts";
import type { JsonSchema } from "../../judge-model.ts";
import { askModel, overheadTokens, tooLong, type ModelAccess } from "../ask-model.ts";
import { windowsOf, wrapWindow, type ContextWindow } from "../context-windows.ts";
import type { Envelope } from "../envelope.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import { inParallel } from "../in-parallel.ts";
import { readList, readNumber } from "../json-fields.ts";
import type { JsonObject } from "../parse-json.ts";
import type { ReadableChunk } from "../quotes/readable-chunk.ts";
import { missingChunksParagraph } from "./prompt.ts";

/** What is asked about every chunk. */
export interface ChunkRequest<T> {
  readonly access: ModelAccess;
  readonly context: JudgeContext;
  readonly envelope: Envelope;
  readonly prompt: string;
  readonly schema: { readonly name: string; readonly schema: JsonSchema };
  /** The query between its delimiters. */
  readonly query: string;
  /** The share of the context that may come back in the reply, in [0, 1], besides a few tokens a chunk. */
  readonly replyShare: number;
  readonly read: (entry: JsonObject) => T | undefined;
}

/** Calls that one context is worth, re-asking aside. */
const mostCalls = 64;

/** What a chunk's entry has besides what it copies, in tokens. */
const entryTokens = 30;

/**
 * Asks about the chunks, in as many windows as the model's context makes necessary, and once more about those that it
 * leaves out. The result has what was said of each chunk (from 0), once for every window that it is in.
 *
 * @throws JudgeFailure `judge_invalid_output` when a chunk is left out twice; `too_long`; and what `askModel` rejects with.
 */
export async function askChunks<T>(
  chunks: readonly ReadableChunk[],
  request: ChunkRequest<T>,
): Promise<ReadonlyMap<number, readonly T[]>> {
  const instructions = instructionsOf(request) + missingChunksParagraph;
  const fixed =
    overheadTokens({ instructions, schema: request.schema, replyTokens: 0 }) + estimateTokens(request.query) + 50;
  // What a chunk's entry takes is taken out of its share.
  const room = Math.floor((request.access.contextTokens - fixed) / (1 + request.replyShare)) - entryTokens;
  if (room <= 0) throw tooLong("context_too_small");
  const windows = windowsOf(chunks, room);
  if (windows.length > mostCalls) throw tooLong("too_many_calls");
  const answers = await inParallel(windows, (window) => askWindow(window, request));
  const found = new Map<number, T[]>();
  for (const answer of answers) {
    for (const [chunk, value] of answer) found.set(chunk, [...(found.get(chunk) ?? []), value]);
  }
  return found;
}

async function askWindow<T>(window: ContextWindow, request: ChunkRequest<T>): Promise<ReadonlyMap<number, T>> {
  const found = await askOnce(window, request, "");
  const missing = window.parts.filter(({ chunk }) => !found.has(chunk));
  if (missing.length === 0) return found;
  const added = await askOnce({ parts: missing }, request, missingChunksParagraph);
  if (missing.some(({ chunk }) => !added.has(chunk))) {
    throw new JudgeFailure("judge_invalid_output", "The judge model left out a chunk twice", {
      code: "chunk_left_out",
    });
  }
  return new Map([...found, ...added]);
}

async function askOnce<T>(window: ContextWindow, request: ChunkRequest<T>, paragraph: string): Promise<Map<number, T>> {
  const { access, context, envelope, query, schema, replyShare } = request;
  const input = `${query}\n\n${wrapWindow(window, envelope)}`;
  const wanted = new Set(window.parts.map(({ chunk }) => chunk));
  const entries = await askModel(
    {
      instructions: instructionsOf(request) + paragraph,
      input,
      schema,
      replyTokens: Math.ceil(replyShare * estimateTokens(input)) + entryTokens,
      read: (value) => readEntries(value, request),
    },
    access,
    context,
  );
  // A second entry of a chunk does not take back the first.
  const found = new Map<number, T>();
  for (const { chunk, value } of entries) if (wanted.has(chunk) && !found.has(chunk)) found.set(chunk, value);
  return found;
}

function instructionsOf({ prompt, envelope }: ChunkRequest<unknown>): string {
  return `${prompt}\n\n${envelope.rule}`;
}

function readEntries<T>(
  value: JsonObject,
  { read }: ChunkRequest<T>,
): readonly { readonly chunk: number; readonly value: T }[] | undefined {
  return readList(value["chunks"], (entry) => {
    const number = readNumber(entry["chunk"]);
    const found = read(entry);
    return number === undefined || found === undefined ? undefined : { chunk: number - 1, value: found };
  });
}
