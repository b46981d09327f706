const wordPattern = /[\p{Script=Han}]+|\p{N}+(?:[.,]\p{N}+)*|[^\P{L}\p{Script=Han}][\p{L}\p{M}\p{N}_]*/gu;
const hanPattern = /^\p{Script=Han}/u;

const stopWords: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be been but by can could did do does for from had has have how i if in into is it its " +
    "many me much my of on or our should so tell than that the their them then there these they this those to too use used using " +
    "was we were what when where which who whom whose why will with would you your about please explain mean means"
  ).split(" "),
);

// Words that only ask or connect: no term of the search crosses them.
const chineseSeparators =
  /为什么|什么|如何|怎么样|怎么|怎样|多少个?|哪几种|哪些|哪个|哪种|几个|是否|应该|请问|因此|的|是|了|吗|呢|谁/gu;

/**
 * The search terms of a text: words in lower case without plural endings, numbers as they are written, and for
 * Chinese every pair of neighbouring characters (bigrams, as Lucene's CJK analyzer does it).
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize("NFKC").matchAll(wordPattern)) {
    if (hanPattern.test(word)) terms.push(...bigramsOf(word));
    else for (const part of partsOf(word.toLowerCase())) if (!stopWords.has(part)) terms.push(singular(part));
  }
  return terms;
}

function bigramsOf(run: string): string[] {
  return run.split(chineseSeparators).flatMap((words) => {
    const characters = [...words];
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
}

function partsOf(word: string): string[] {
  return word.includes("_") ? [word, ...word.split("_").filter((part) => part !== "")] : [word];
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /[suia]s$/.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
