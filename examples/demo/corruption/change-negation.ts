import { pick } from "./random.ts";

const englishNegated = /\b(is|are|was|were|can|must|should|does|do|did|has|have|will|may) (?:not|never) /g;
const englishPlain = /\b(is|are|was|were|can|must|should|will|may) (?!not\b|never\b|no\b)/g;
const chineseNegated = /不(?=是|能|需要|应|必|可以|会|算|属于|适用)|没有(?=得到|提到|依据|分数|空格)/g;
const chinesePlain = /(?<![不没非未])(?:应当|可以|需要|必须|属于|能够|能|是(?!否)|会(?!议))/g;

/** Removes a negation from the sentence, or inserts one; `undefined` when there is no place for it. */
export function changeNegation(sentence: string, language: "en" | "zh", random: () => number): string | undefined {
  const negated = [...sentence.matchAll(language === "zh" ? chineseNegated : englishNegated)];
  const removal = pick(negated, random);
  if (removal !== undefined) {
    const kept = language === "zh" ? "" : `${removal[1]} `;
    return replaceAt(sentence, removal.index, removal[0].length, kept);
  }
  const place = pick([...sentence.matchAll(language === "zh" ? chinesePlain : englishPlain)], random);
  if (place === undefined) return undefined;
  const inserted = language === "zh" ? `不${place[0]}` : `${place[0]}not `;
  return replaceAt(sentence, place.index, place[0].length, inserted);
}

function replaceAt(text: string, start: number, length: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(start + length);
}
