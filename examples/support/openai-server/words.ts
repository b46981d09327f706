const common = new Set(
  "a an and are as at be by can do does for from has have how i in is it its me my not of on or our shall should so that the their there these they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);

/** The words of a text that say something, in lower case; inflections of a word are mostly one. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.slice(0, 6)));
}

/** The share of the first words that are among the second, in [0, 1]. */
export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/** The sentences of a text, as they are in it. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.!?]["')\]]*)\s+|(?<=[。！？])|\n+/u).map((sentence) => sentence.trim());
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
