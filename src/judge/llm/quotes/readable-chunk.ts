import type { Chunk } from "../../../core/chunk.ts";
import { sentencesOf, type Sentence } from "../../../text/sentences.ts";
import { demandedSentences } from "../evidence/demanded-sentences.ts";
import { foldText } from "./fold-text.ts";
import { findNearly } from "./near-match.ts";

/** A chunk in which quotes can be looked up. */
export interface ReadableChunk {
  readonly id: string;
  /** The text as the judge model got to see it. */
  readonly text: string;
  readonly sentences: readonly Sentence[];
  /** Whether the sentence of this number speaks to the judge, or is what such a sentence points to. */
  isDemanded(number: number): boolean;
  /** The numbers of the sentences that a quote comes from, in order; `undefined` when it is not in the chunk. */
  find(quote: string): readonly number[] | undefined;
}

/** Characters of a quote; a longer one is none. */
const longestQuote = 20_000;

/** What stands for words left out of a quote. */
const ellipsis = /[[(（]?(?:\.{3,}|…+)[\])）]?/u;

/** Reads a chunk whose text is cleaned already. Folded on the first look-up only. */
export function readChunk(chunk: Chunk, text: string): ReadableChunk {
  const sentences = [...sentencesOf(text)];
  let folded: FoldedText | undefined;
  const findOne = (quote: string): readonly number[] | undefined => {
    folded ??= foldSentences(text, sentences);
    const found = findNearly(foldText(quote), folded.text);
    return found && sentencesIn(found.start, found.end, folded.starts);
  };
  return {
    id: chunk.id,
    text,
    sentences,
    isDemanded: demandedSentences(text, sentences),
    find: (quote) => (quote.length > longestQuote ? undefined : (findOne(quote) ?? findParts(quote, findOne))),
  };
}

/** The parts of a quote with words left out: each must be there. */
function findParts(
  quote: string,
  findOne: (part: string) => readonly number[] | undefined,
): readonly number[] | undefined {
  const parts = quote.split(ellipsis).filter((part) => foldText(part) !== "");
  if (parts.length < 2) return undefined;
  const all = new Set<number>();
  for (const part of parts) {
    const found = findOne(part);
    if (found === undefined) return undefined;
    for (const number of found) all.add(number);
  }
  return [...all].sort((left, right) => left - right);
}

interface FoldedText {
  readonly text: string;
  /** Where each sentence starts in the folded text, with what stands before it. */
  readonly starts: readonly number[];
}

function foldSentences(text: string, sentences: readonly Sentence[]): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  let from = 0;
  sentences.forEach(({ end }, number) => {
    const part = foldText(text.slice(from, number === sentences.length - 1 ? text.length : end));
    starts.push(length);
    parts.push(part);
    length += part.length;
    from = end;
  });
  return { text: parts.join(""), starts };
}

function sentencesIn(start: number, end: number, starts: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (let number = lastAtOrBefore(start, starts); number < starts.length && (starts[number] ?? end) < end; number++) {
    // A sentence of nothing but signs has no length.
    if ((starts[number + 1] ?? Infinity) > Math.max(start, starts[number] ?? 0)) found.push(number);
  }
  return found;
}

function lastAtOrBefore(position: number, starts: readonly number[]): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
