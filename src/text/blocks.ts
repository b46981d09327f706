import { isSpace, isLowSurrogate } from "./characters.ts";

/** What a stretch of Markdown is. A `header` is a table's first row. */
export type BlockKind = "paragraph" | "bullet" | "heading" | "header" | "row" | "code";

/** A stretch of text that no sentence crosses, without its marker (`- `, `## `, `1. `). */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
}

/** Longer blocks are cut, so that work per block is bounded whatever the text. */
export const maxBlockLength = 2_048;

const fence = /^ {0,3}(?:```|~~~)/;
const heading = /^ {0,3}#{1,6}(?=\s|$)/;
const boldLine = /^(?:\*\*|__)[^*_]{1,120}(?:\*\*|__):?\s*$/;
const bullet = /^(?:[-*+•·–●▪]|\(?\d{1,3}[.)]|[a-z]\.|\(?[a-zA-Z]\)|\(?[ivx]{1,4}[.)])\s+(?=\S)/;
const chineseBullet = /^(?:[（(]?[一二三四五六七八九十]{1,3}[)）、]|\d{1,3}[、．]|[①-⑳])\s*/;
const delimiterRow = /^\|?[\s|:-]*-[\s|:-]*$/;
const rule = /^[-*_=~\s]{3,}$/;
const sentenceEnd = /[.!?。！？…:：;；]["'”’)）\]*_]{0,3}$/;

/** A line at least this long may have been wrapped rather than ended. */
const wrappedLength = 45;

/**
 * The blocks of a Markdown text, in order: paragraphs (soft wraps joined), bullets, headings, table rows, lines of code.
 * Lazy, linear, at most {@link maxBlockLength} characters a block; never throws.
 */
export function* blocksOf(text: string): Generator<Block, undefined> {
  let open: { kind: BlockKind; start: number; end: number } | undefined;
  let inFence = false;
  for (let lineStart = 0; lineStart < text.length;) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline === -1 ? text.length : newline;
    const start = skipSpace(text, lineStart, lineEnd);
    const next = start >= lineEnd ? skipSpace(text, lineEnd, text.length, true) : lineEnd + 1;
    const line = start < lineEnd ? readLine(text, start, lineEnd, inFence) : undefined;
    const follows = line !== undefined && open !== undefined && continues(text, open, line, lineStart);
    if (open !== undefined && !follows) {
      const header = open.kind === "row" && line?.role === "delimiter";
      yield* pieces(text, header ? { ...open, kind: "header" } : open);
      open = undefined;
    }
    if (line !== undefined) {
      if (line.role === "fence") inFence = !inFence;
      else if (follows && open !== undefined) open = { ...open, end: line.end };
      else if (line.role === undefined) open = { kind: line.kind, start: line.start, end: line.end };
    }
    lineStart = next;
  }
  if (open !== undefined) yield* pieces(text, open);
  return undefined;
}

interface Line extends Block {
  readonly role?: "fence" | "delimiter" | "rule";
}

function readLine(text: string, start: number, lineEnd: number, inFence: boolean): Line {
  const end = trimEnd(text, start, lineEnd);
  // Markers stand at a line's start: a long line's rest need not be looked at.
  const head = text.slice(start, Math.min(end, start + 160));
  const whole = end - start <= 160;
  const base = { start, end };
  if (fence.test(head)) return { ...base, kind: "code", role: "fence" };
  if (inFence) return { ...base, kind: "code" };
  const marker = heading.exec(head);
  if (marker !== null) return { kind: "heading", start: skipSpace(text, start + marker[0].length, end), end };
  if (whole && rule.test(head)) return { ...base, kind: "paragraph", role: "rule" };
  if (head.includes("|")) {
    if (whole && delimiterRow.test(head)) return { ...base, kind: "row", role: "delimiter" };
    if (head.startsWith("|") || head.split("|", 3).length > 2) return { ...base, kind: "row" };
  }
  if (whole && boldLine.test(head)) return { ...base, kind: "heading" };
  const quote = /^(?:> ?){1,5}/.exec(head)?.[0].length ?? 0;
  const point = bullet.exec(head.slice(quote)) ?? chineseBullet.exec(head.slice(quote));
  if (point !== null && start + quote + point[0].length < end)
    return { kind: "bullet", start: start + quote + point[0].length, end };
  return { kind: "paragraph", start: start + quote, end };
}

// A line goes on with the one before when that one was wrapped: long and without a full stop, or this one starts small.
function continues(text: string, open: Block, line: Line, lineStart: number): boolean {
  if (line.role !== undefined || line.kind !== "paragraph" || (open.kind !== "paragraph" && open.kind !== "bullet"))
    return false;
  if (line.end - open.start > maxBlockLength) return false;
  const tail = text.slice(Math.max(open.start, lineStart - 8), open.end);
  if (sentenceEnd.test(tail)) return false;
  const previousLine = text.lastIndexOf("\n", open.end - 1);
  const length = open.end - Math.max(previousLine + 1, open.start);
  const first = text.charCodeAt(line.start);
  return length >= wrappedLength || (first >= 97 && first <= 122);
}

function* pieces(text: string, block: Block): Generator<Block, undefined> {
  let start = block.start;
  while (block.end - start > maxBlockLength) {
    const cut = cutBefore(text, start, start + maxBlockLength);
    yield { kind: block.kind, start, end: cut };
    start = cut;
  }
  if (block.end > start) yield { kind: block.kind, start, end: block.end };
  return undefined;
}

/** Where to cut at or before `limit`: after a sentence, else at a space, never inside a surrogate pair. */
function cutBefore(text: string, start: number, limit: number): number {
  const half = start + (limit - start) / 2;
  let space = -1;
  for (let index = limit; index > half; index--) {
    if (
      ".!?。！？\n".includes(text.charAt(index - 1)) &&
      (isSpace(text.charCodeAt(index)) || text.charCodeAt(index - 1) > 127)
    )
      return index;
    if (space === -1 && isSpace(text.charCodeAt(index))) space = index;
  }
  if (space !== -1) return space;
  return isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
}

function skipSpace(text: string, start: number, end: number, orNewline = false): number {
  let index = start;
  while (index < end && isSpace(text.charCodeAt(index)) && (orNewline || text.charCodeAt(index) !== 10)) index++;
  return index;
}

function trimEnd(text: string, start: number, end: number): number {
  let index = end;
  while (index > start && isSpace(text.charCodeAt(index - 1))) index--;
  return index;
}
