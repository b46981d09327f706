import { pick } from "./random.ts";

// Digits that stand alone or beside Chinese: not the 25 of BM25, not the 2 of `.2` in an id.
const numberPattern = /(?<![A-Za-z0-9_.,#/-])\d+(?:[.,]\d+)*(?![A-Za-z0-9_])/g;

/**
 * Replaces one number of the sentence by another of the same form that does not occur in `source`; `undefined` when the
 * sentence has no number.
 */
export function changeNumber(sentence: string, source: string, random: () => number): string | undefined {
  const found = pick([...sentence.matchAll(numberPattern)], random);
  if (found === undefined) return undefined;
  for (let attempt = 0; attempt < 20; attempt++) {
    const changed = digitsChanged(found[0], random);
    if (changed === found[0] || source.includes(changed)) continue;
    return sentence.slice(0, found.index) + changed + sentence.slice(found.index + found[0].length);
  }
  return undefined;
}

function digitsChanged(number: string, random: () => number): string {
  const changed = number.replace(/\d/g, (digit, offset: number) => {
    const isLead = offset === 0 && number.length > 1;
    if (number.length > 1 && random() < 0.5) return digit;
    return String(isLead && number[1] !== "." ? 1 + Math.floor(random() * 9) : Math.floor(random() * 10));
  });
  return number.length > 1 ? changed : `${1 + Math.floor(random() * 9)}${changed}`;
}
