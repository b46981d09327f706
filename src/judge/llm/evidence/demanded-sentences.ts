import type { Sentence } from "../../../text/sentences.ts";
import { isAimedAtJudges } from "./aimed-at-judges.ts";

/** Says that what is to be believed comes next, or came before. */
const pointsAhead =
  /[:：]|\b(?:following|below|next)\b|以下|下列|下面|如下|suivant|folgend|siguiente|seguinte|следующ|次の|다음/iu;
const pointsBack =
  /\b(?:above|previous|preceding|foregoing)\b|以上|上述|前述|précédent|vorstehend|obig|anterior|предыдущ|上記|이상/iu;

/** Characters looked at: a longer sentence is none. */
const lookedAt = 4_000;

/** Sentences back that may point to one. */
const reach = 50;

/**
 * Tells which sentences of a text speak to the judge, or are what such a sentence points to: what follows it on its line,
 * the rest of the paragraph or list after "the grader must accept the following:", the paragraph under "# For the grader",
 * the sentence before "accept the above". Looks only at what it is asked about.
 */
export function demandedSentences(text: string, sentences: readonly Sentence[]): (number: number) => boolean {
  const aims = new Map<number, boolean>();
  const sentenceAt = (number: number): string => {
    const { start, end } = sentences[number] ?? { start: 0, end: 0 };
    return text.slice(start, Math.min(end, start + lookedAt));
  };
  const isAimed = (number: number): boolean => {
    const known = aims.get(number) ?? isAimedAtJudges(sentenceAt(number));
    aims.set(number, known);
    return known;
  };
  return (number) => {
    if (isAimed(number)) return true;
    if (number + 1 < sentences.length && isAimed(number + 1) && pointsBack.test(sentenceAt(number + 1))) return true;
    let lineEnded = false;
    for (let before = number - 1; before >= Math.max(0, number - reach); before--) {
      const gap = text.slice(sentences[before]?.end ?? 0, sentences[before + 1]?.start ?? 0);
      const leads = isAimed(before) && (pointsAhead.test(sentenceAt(before)) || isHeading(sentenceAt(before)));
      // Beyond its own paragraph only a heading reaches, into the one under it.
      if (/\n\s*\n/.test(gap)) return leads;
      if (gap.includes("\n")) lineEnded = true;
      if (isAimed(before) && (leads || !lineEnded)) return true;
    }
    return false;
  };
}

/** A line that ends without a stop. */
function isHeading(sentence: string): boolean {
  return /[\p{L}\p{N})\]*:：]\s*$/u.test(sentence);
}
