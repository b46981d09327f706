import { blocksOf, type Block, type BlockKind } from "./blocks.ts";
import { isSpace } from "./characters.ts";
import { endOfCitations } from "./citations.ts";

/** One sentence (or heading, table row, line of code) and where it stands, in UTF-16 code units. */
export interface Sentence {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
}

/** The sentences of a Markdown text in English, Chinese or a mixture, in order. Lazy and linear; never throws. */
export function* sentencesOf(text: string): Generator<Sentence, undefined> {
  for (const block of blocksOf(text)) {
    if (block.kind === "paragraph" || block.kind === "bullet") yield* sentencesOfBlock(text, block);
    else yield block;
  }
  return undefined;
}

/** The sentences of one block. */
function* sentencesOfBlock(text: string, block: Block): Generator<Sentence, undefined> {
  let start = block.start;
  let item = 0;
  for (let index = block.start; index < block.end; index++) {
    const unit = text.charCodeAt(index);
    if (!isTerminator(unit)) {
      const marker = unit === 32 ? inlineMarker(text, index, block, item) : undefined;
      if (marker !== undefined) {
        yield* trimmed(text, block.kind, start, index);
        item = marker.item;
        start = index + marker.length;
        index = start - 1;
      }
      continue;
    }
    let end = index + 1;
    while (end < block.end && (isTerminator(text.charCodeAt(end)) || isCloser(text.charCodeAt(end)))) end++;
    // A citation after the full stop belongs to the sentence before it.
    const cited = Math.min(endOfCitations(text, end), block.end);
    const isCited = cited > end;
    end = cited;
    if (end < block.end && !isBoundary(text, start, index, end, block.end, isCited)) {
      index = end - 1;
      continue;
    }
    yield* trimmed(text, block.kind, start, end);
    start = end;
    index = end - 1;
  }
  yield* trimmed(text, block.kind, start, block.end);
  return undefined;
}

function trimmed(text: string, kind: BlockKind, from: number, to: number): Sentence[] {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return end > start ? [{ kind, start, end }] : [];
}

const terminators = new Set([..."。！？｡؟।॥…"].map((character) => character.charCodeAt(0)));
const closers = new Set([..."\"'”’」』》】)）]*_`"].map((character) => character.charCodeAt(0)));

function isTerminator(unit: number): boolean {
  return unit === 46 || unit === 33 || unit === 63 || (unit > 127 && terminators.has(unit));
}

function isCloser(unit: number): boolean {
  return closers.has(unit);
}

const abbreviations = new Set(
  `mr mrs ms dr prof sr jr st vs etc e.g i.e eg ie cf al no nos vol fig figs sec ch pp p eq approx dept est inc
ltd co corp gen gov sen rep rev hon capt lt col sgt jan feb mar apr jun jul aug sep sept oct nov dec ave
blvd rd mt ft u.s u.k a.m p.m ph.d d.c min max resp ed eds trans`.split(/\s+/),
);
// Those that often end a sentence too: a capital letter after them starts the next one.
const mayEnd = new Set(
  `etc inc ltd co corp u.s u.k a.m p.m ph.d d.c al jr sr no ave blvd est min max st rd`.split(/\s+/),
);

function isBoundary(text: string, start: number, mark: number, end: number, limit: number, isCited: boolean): boolean {
  const unit = text.charCodeAt(mark);
  if (unit > 127 && unit !== 0x2026) return true;
  if (!isSpace(text.charCodeAt(end)) && !isCited) return isWide(text.charCodeAt(end)) && unit !== 46 && unit !== 0x2026;
  let next = end;
  while (next < limit && (isSpace(text.charCodeAt(next)) || `"'“‘(（[*_`.includes(text.charAt(next)))) next++;
  const after = text.charAt(next);
  const startsLow = !isCited && after !== after.toUpperCase();
  if (unit === 0x2026 || text.slice(mark, mark + 2) === "..") return !startsLow;
  // "?" she asked: what follows in lower case goes on.
  if (unit !== 46) return !startsLow;
  const word = wordBefore(text, start, mark);
  if (word.length === 1 && word !== word.toLowerCase() && word !== "I") return false;
  if (abbreviations.has(word.toLowerCase())) return mayEnd.has(word.toLowerCase()) && !startsLow && !/\d/.test(after);
  if (/^\d{1,2}$/.test(word) && mark - word.length === start) return false;
  return !startsLow;
}

function isWide(unit: number): boolean {
  return unit >= 0x2e80 && unit <= 0x9fff;
}

function wordBefore(text: string, start: number, mark: number): string {
  let index = mark;
  while (index > start && mark - index < 12 && /[\p{L}\p{N}.]/u.test(text.charAt(index - 1))) index--;
  return text.slice(index, mark);
}

const inlineItem = /^ (\(?)(\d{1,2})([.)]) {1,3}(?=[\p{Lu}*"“])/u;
const beforeFirst = /(?:^|[:：;.!?。；)\]*—–-])\s*$/;

/** A list marker written in the middle of a line ("1. Low quality 2. Endocrine problems"). */
interface InlineMarker {
  readonly item: number;
  readonly length: number;
}

/**
 * The marker at a space. "The constant is usually 60. The rank …" has none: items count up from one, and the first comes
 * after a colon or a full stop and has a second.
 */
function inlineMarker(text: string, space: number, block: Block, lastItem: number): InlineMarker | undefined {
  const unit = text.charCodeAt(space + 1);
  if (unit !== 40 && (unit < 48 || unit > 57)) return undefined;
  const found = inlineItem.exec(text.slice(space, Math.min(block.end, space + 10)));
  const item = Number(found?.[2]);
  if (found === null || (item !== lastItem + 1 && item !== 1)) return undefined;
  const first = (count: number): string => `${found[1] ?? ""}${count}${found[3] ?? ""} `;
  const hasSecond = item > 1 || text.slice(space, block.end).includes(` ${first(2)}`);
  const mayStart = item > 1 || beforeFirst.test(text.slice(Math.max(block.start, space - 4), space));
  return hasSecond && mayStart ? { item, length: found[0].length } : undefined;
}
