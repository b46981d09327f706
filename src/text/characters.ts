/** What a UTF-16 code unit is to the tokeniser. */
export const characterClass = { other: 0, letter: 1, digit: 2, unspaced: 3, mark: 4 } as const;

/** One of {@link characterClass}. */
export type CharacterClass = (typeof characterClass)[keyof typeof characterClass];

// Scripts written without spaces between words: each character is a token of its own.
const unspacedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const letterPattern = /\p{L}/u;
const digitPattern = /\p{Nd}/u;
const markPattern = /\p{M}/u;

// Filled as characters are met; a code unit has the same class for ever, so sharing it changes no result.
const knownClasses = new Uint8Array(0x10000);

function classify(text: string): CharacterClass {
  if (unspacedPattern.test(text)) return characterClass.unspaced;
  if (letterPattern.test(text)) return characterClass.letter;
  if (digitPattern.test(text)) return characterClass.digit;
  return markPattern.test(text) ? characterClass.mark : characterClass.other;
}

const wordPattern = new RegExp(`${letterPattern.source}|${digitPattern.source}|${unspacedPattern.source}`, "u");

/** Whether the text has a word: a character with which a token starts. ½, ① and Ⅳ are none. */
export function hasWord(text: string): boolean {
  return wordPattern.test(text);
}

/** The class of one UTF-16 code unit; a surrogate alone is `other`. */
export function classOfUnit(unit: number): CharacterClass {
  if (unit < 0x80) {
    if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) return characterClass.letter;
    return unit >= 48 && unit <= 57 ? characterClass.digit : characterClass.other;
  }
  const known = knownClasses[unit] ?? 0;
  if (known !== 0) return (known - 1) as CharacterClass;
  const found = isSurrogate(unit) ? characterClass.other : classify(String.fromCharCode(unit));
  knownClasses[unit] = found + 1;
  return found;
}

/** The class of a character outside the basic plane, given as its two code units. */
export function classOfPair(high: number, low: number): CharacterClass {
  return classify(String.fromCharCode(high, low));
}

/** Whether the code unit is the first half of a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Whether the code unit is the second half of a surrogate pair. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether the code unit is half of a surrogate pair. */
export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Whether the code unit is white space of the usual kinds. */
export function isSpace(unit: number): boolean {
  return (
    unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x3000 || unit === 0x2028 || unit === 0x2029
  );
}
