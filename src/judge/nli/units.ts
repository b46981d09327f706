import { isHighSurrogate, isLowSurrogate, isSpace } from "../../text/characters.ts";
import { sentencesOf } from "../../text/sentences.ts";
import { tokenize } from "../../text/tokens.ts";

/** A stretch of a text, in UTF-16 code units, and the tokens it has for the model. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** A sentence that is too long for a window is cut into parts of at most this share of it, so that windows can overlap. */
const shareOfPart = 1 / 4;

/**
 * The sentences of a text, each with what stands before it (a list marker, the bars of a table), so that together they
 * have every word of it. One of more than `maxTokens` comes in parts, cut between words where that can be.
 */
export function* unitsOf(
  text: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): Generator<Unit, undefined> {
  let start = 0;
  for (const { end } of sentencesOf(text)) {
    yield* unitAt(start, end);
    start = end;
  }
  yield* unitAt(start, text.length);
  return undefined;

  function* unitAt(from: number, to: number): Generator<Unit, undefined> {
    const [begin, end] = trim(text, from, to);
    if (end === begin) return undefined;
    const tokens = countTokens(text.slice(begin, end));
    if (tokens <= maxTokens) yield { start: begin, end, tokens };
    else yield* partsOf(text, begin, end, Math.max(1, Math.floor(maxTokens * shareOfPart)), countTokens);
    return undefined;
  }
}

/** Halves a stretch until every part has at most `mostTokens`, or is a single character. */
function* partsOf(
  text: string,
  start: number,
  end: number,
  mostTokens: number,
  countTokens: (text: string) => number,
): Generator<Unit, undefined> {
  const tokens = countTokens(text.slice(start, end));
  const middle = tokens <= mostTokens ? undefined : middleOf(text, start, end);
  if (middle === undefined) {
    if (tokens > 0) yield { start, end, tokens };
    return undefined;
  }
  yield* partsOf(text, ...trim(text, start, middle), mostTokens, countTokens);
  yield* partsOf(text, ...trim(text, middle, end), mostTokens, countTokens);
  return undefined;
}

/** A place near the middle at which a stretch can be cut: before a word, else between any two characters. */
function middleOf(text: string, start: number, end: number): number | undefined {
  const half = start + Math.ceil((end - start) / 2);
  let best: number | undefined;
  for (const token of tokenize(text, start, end)) {
    if (token.start <= start) continue;
    if (best === undefined || Math.abs(token.start - half) < Math.abs(best - half)) best = token.start;
    if (token.start > half) break;
  }
  // A single word that fills nearly all of it is itself cut.
  if (best !== undefined && Math.min(best - start, end - best) * 8 >= end - start) return best;
  const middle = isHighSurrogate(text.charCodeAt(half - 1)) && isLowSurrogate(text.charCodeAt(half)) ? half + 1 : half;
  return middle > start && middle < end ? middle : undefined;
}

function trim(text: string, from: number, to: number): [start: number, end: number] {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return [start, end];
}
