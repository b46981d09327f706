import { tooLong } from "./ask-model.ts";
import type { Envelope } from "./envelope.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { ReadableChunk } from "./quotes/readable-chunk.ts";

/** A stretch of a chunk in whole sentences. */
export interface WindowPart {
  /** Position of the chunk in the list, from 0. */
  readonly chunk: number;
  /** Its sentences from `first` to `last`, both included. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** As much of the context as one request can hold. */
export interface ContextWindow {
  readonly parts: readonly WindowPart[];
}

/** Sentences of a chunk that two windows share where it is cut, since one may say what the next is about. */
const sharedSentences = 2;

/** Tokens of the delimiters around a part. */
const wrappingTokens = 40;

/**
 * The context in windows of at most `maxTokens`: whole chunks in their order, as many as fit; a chunk that is longer is
 * cut between sentences. Chunks without a sentence are in none.
 *
 * @throws JudgeFailure `too_long` when a single sentence does not fit.
 */
export function windowsOf(chunks: readonly ReadableChunk[], maxTokens: number): readonly ContextWindow[] {
  const windows: WindowPart[][] = [];
  let room = 0;
  const add = (part: WindowPart): void => {
    const tokens = estimateTokens(part.text) + wrappingTokens;
    const open = windows.at(-1);
    if (open !== undefined && tokens <= room) open.push(part);
    else {
      windows.push([part]);
      room = maxTokens;
    }
    room -= tokens;
  };
  chunks.forEach(({ text, sentences }, chunk) => {
    if (sentences.length === 0) return;
    const whole = { chunk, first: 0, last: sentences.length - 1, text };
    if (estimateTokens(text) + wrappingTokens <= maxTokens) add(whole);
    else for (const part of partsOf(chunk, chunks[chunk] as ReadableChunk, maxTokens - wrappingTokens)) add(part);
  });
  return windows.map((parts) => ({ parts }));
}

/** A chunk cut between sentences, with a little in common. */
function partsOf(chunk: number, { text, sentences }: ReadableChunk, maxTokens: number): WindowPart[] {
  const parts: WindowPart[] = [];
  for (let first = 0; first < sentences.length;) {
    let last = first;
    if (estimateTokens(sliceOf(text, sentences, first, first)) > maxTokens) throw tooLong("context_too_small");
    let tokens = 0;
    for (let next = first; next < sentences.length; next++) {
      tokens += estimateTokens(sliceOf(text, sentences, next, next));
      if (tokens > maxTokens) break;
      last = next;
    }
    parts.push({ chunk, first, last, text: sliceOf(text, sentences, first, last) });
    if (last === sentences.length - 1) break;
    first = Math.max(first + 1, last + 1 - sharedSentences);
  }
  return parts;
}

/** Sentences with what stands between them, up to the next one. */
function sliceOf(text: string, sentences: ReadableChunk["sentences"], first: number, last: number): string {
  return text.slice(sentences[first]?.start ?? 0, sentences[last + 1]?.start ?? text.length);
}

/** The window as the model gets it: each part between delimiters with its chunk's number, from 1. */
export function wrapWindow({ parts }: ContextWindow, envelope: Envelope): string {
  return parts.map(({ chunk, text }) => envelope.wrap(`chunk ${chunk + 1}`, text.trim())).join("\n\n");
}
