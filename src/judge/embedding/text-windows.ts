import { isSpace } from "../../text/characters.ts";
import { sentencesOf } from "../../text/sentences.ts";

/** So far before its limit a window looks for a sentence to end with, in characters. */
const searchedCharacters = 2_000;

const lookaheadCharacters = 64;

/**
 * A text in windows of at most `maxCharacters` (UTF-16 code units, at least 2), cut between sentences; a sentence that is longer is
 * cut between words, a word that is longer between characters. Together they are the whole text but for white space. Linear.
 */
export function textWindows(text: string, maxCharacters: number): readonly string[] {
  if (text.length <= maxCharacters) return [text];
  const windows: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = windowEnd(text, start, maxCharacters);
    const window = text.slice(start, end).trim();
    if (window !== "") windows.push(window);
    start = end;
  }
  return windows;
}

function windowEnd(text: string, start: number, maxCharacters: number): number {
  const limit = start + maxCharacters;
  if (limit >= text.length) return text.length;
  const from = Math.max(start, limit - searchedCharacters);
  // Looked at a little beyond, so that a sentence which starts right after the limit is seen to start there.
  const [, ...others] = sentencesOf(text.slice(from, limit + lookaheadCharacters));
  const next = others.findLast((sentence) => from + sentence.start <= limit);
  if (next !== undefined) return from + next.start;
  for (let end = limit; end > from; end--) if (isSpace(text.charCodeAt(end - 1))) return end;
  return isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
