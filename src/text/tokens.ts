import {
  characterClass,
  classOfPair,
  classOfUnit,
  isHighSurrogate,
  isLowSurrogate,
  type CharacterClass,
} from "./characters.ts";

/** What a token is: a word, something that starts with a digit, or one character of a script without spaces. */
export type TokenKind = "word" | "number" | "character";

/** One token and where it stands, in UTF-16 code units. */
export interface Token {
  /** Lower case, without accents, full-width forms made plain. */
  readonly text: string;
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Starts with a capital letter. */
  readonly capital: boolean;
}

/** A run of letters longer than this is cut: it is no word, and keys must stay short. */
const maxTokenLength = 64;

/** The tokens of `text` between `start` and `end`, in order. Linear; never throws. */
export function tokenize(text: string, start = 0, end: number = text.length): Token[] {
  const tokens: Token[] = [];
  let index = start;
  while (index < end) {
    const unit = text.charCodeAt(index);
    const width = isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1)) ? 2 : 1;
    const found = classAt(text, index, width);
    if (found === characterClass.other || found === characterClass.mark) {
      index += width;
      continue;
    }
    const last = found === characterClass.unspaced ? index + width : endOfRun(text, index, end, found);
    const surface = text.slice(index, last);
    tokens.push({
      text: fold(surface),
      kind: found === characterClass.unspaced ? "character" : found === characterClass.digit ? "number" : "word",
      start: index,
      end: last,
      capital: found === characterClass.letter && isCapital(surface),
    });
    index = last;
  }
  return tokens;
}

function classAt(text: string, index: number, width: number): CharacterClass {
  const unit = text.charCodeAt(index);
  return width === 2 ? classOfPair(unit, text.charCodeAt(index + 1)) : classOfUnit(unit);
}

function endOfRun(text: string, start: number, limit: number, first: CharacterClass): number {
  const stop = Math.min(limit, start + maxTokenLength);
  let index = start + (isHighSurrogate(text.charCodeAt(start)) ? 2 : 1);
  while (index < stop) {
    const unit = text.charCodeAt(index);
    const found = classOfUnit(unit);
    if (found === characterClass.letter || found === characterClass.digit || found === characterClass.mark) {
      index++;
    } else if (
      index + 1 < stop &&
      joins(unit, classOfUnit(text.charCodeAt(index - 1)), classOfUnit(text.charCodeAt(index + 1)), first)
    ) {
      index += 2;
    } else {
      break;
    }
  }
  return index;
}

// An apostrophe joins letters (don't), a point or comma joins digits (1,250.5), a point joins initials (U.S.).
function joins(unit: number, before: CharacterClass, after: CharacterClass, first: CharacterClass): boolean {
  if (unit === 39 || unit === 0x2019) return before === characterClass.letter && after === characterClass.letter;
  if (unit === 44 || unit === 46)
    return first === characterClass.digit && before === characterClass.digit && after === characterClass.digit;
  return false;
}

function isCapital(surface: string): boolean {
  const first = surface.codePointAt(0) ?? 0;
  if (first < 0x80) return first >= 65 && first <= 90;
  const letter = String.fromCodePoint(first);
  return letter !== letter.toLowerCase();
}

const nonAscii = /[^\p{ASCII}]/u;
const accents = /\p{M}+/gu;

/** Lower case, without accents and full-width forms, so that spellings of one word are equal. */
export function fold(surface: string): string {
  const lower = surface.toLowerCase();
  return nonAscii.test(lower)
    ? lower.normalize("NFKD").replace(accents, "").replaceAll("’", "'").normalize("NFC")
    : lower;
}
