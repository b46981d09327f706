import { characterClass, classOfPair, classOfUnit, isHighSurrogate, isLowSurrogate } from "./characters.ts";

/** How a text is written: words between spaces, characters without spaces (Chinese, Japanese, Korean, Thai, …), or neither. */
export type WritingSystem = "spaced" | "unspaced" | "none";

/** Characters looked at; enough to know how a text is written. */
const sampleLength = 4_096;

/**
 * How most of a text is written, by the script of its letters (its first 4,096 characters decide).
 * A character of an unspaced script counts as two letters, since it says about as much as half a word.
 */
export function writingSystemOf(text: string): WritingSystem {
  const end = Math.min(text.length, sampleLength);
  let letters = 0;
  let unspaced = 0;
  for (let index = 0; index < end; index++) {
    const unit = text.charCodeAt(index);
    const next = text.charCodeAt(index + 1);
    const pair = isHighSurrogate(unit) && isLowSurrogate(next);
    const found = pair ? classOfPair(unit, next) : classOfUnit(unit);
    if (found === characterClass.unspaced) unspaced++;
    else if (found === characterClass.letter) letters++;
    if (pair) index++;
  }
  if (letters + unspaced === 0) return "none";
  return unspaced * 2 > letters ? "unspaced" : "spaced";
}
