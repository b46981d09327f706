import { maskCitations } from "../../../text/citations.ts";
import { tokenize } from "../../../text/tokens.ts";
import type { ReadableChunk } from "../quotes/readable-chunk.ts";
import { readText, type TextReading } from "./claim-reading.ts";

/** A sentence of the context that was quoted for a claim. */
export interface EvidenceSentence {
  readonly chunk: ReadableChunk;
  /** Its number in the chunk. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly reading: TextReading;
}

/** The sentence of this number. */
export function evidenceSentence(chunk: ReadableChunk, number: number): EvidenceSentence {
  const { start, end } = chunk.sentences[number] ?? { start: 0, end: 0 };
  return { chunk, number, start, end, reading: readText(chunk.text.slice(start, end)) };
}

const wordsOfChunks = new WeakMap<ReadableChunk, ReadonlySet<string>>();

/** All words of a chunk, sentences that address the judge aside. */
export function wordsOf(chunk: ReadableChunk): ReadonlySet<string> {
  const known = wordsOfChunks.get(chunk);
  if (known !== undefined) return known;
  const words = new Set<string>();
  chunk.sentences.forEach(({ start, end }, number) => {
    if (chunk.isDemanded(number)) return;
    for (const { text } of tokenize(maskCitations(chunk.text.slice(start, end)))) words.add(text);
  });
  wordsOfChunks.set(chunk, words);
  return words;
}
