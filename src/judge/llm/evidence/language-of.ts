import { tokenize } from "../../../text/tokens.ts";

/** The commonest words of languages in Latin script, those that two of them share left out. */
const commonWords: Readonly<Record<string, string>> = {
  english: "the of and to is that for was with as are this by from have has not be it were which",
  german: "der und die das den von ist mit des dem ein eine nicht auf für sich auch wird sind bei",
  french: "le les des est une dans pour qui sur pas avec sont du au ce cette par plus aux être",
  spanish: "el los las y es por una con del se como más pero su al lo fue está son",
  portuguese: "os uma não é com dos da em do ao foi são mais pelo pela também das seu sua",
  italian: "il di che è non per una della sono nel dei del gli alla con più come anche degli",
  dutch: "het een van en dat niet zijn voor met te op aan wordt ook bij naar deze maar",
};
const wordsOfLanguages = new Map(
  Object.entries(commonWords).map(([language, words]): [string, ReadonlySet<string>] => [
    language,
    new Set(words.split(" ")),
  ]),
);
const noWords: ReadonlySet<string> = new Set();

/** The commonest words of a language other than English (whose frequencies are known): they say nothing by themselves. */
export function emptyWordsOf(language: string | undefined): ReadonlySet<string> {
  return language === "english" ? noWords : (wordsOfLanguages.get(language ?? "") ?? noWords);
}

const languageOfWord = new Map<string, string | undefined>();
for (const [language, words] of Object.entries(commonWords)) {
  for (const word of words.split(" ")) languageOfWord.set(word, languageOfWord.has(word) ? undefined : language);
}

const scripts: readonly (readonly [name: string, letter: RegExp])[] = [
  ["latin", /\p{Script=Latin}/gu],
  ["kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["han", /\p{Script=Han}/gu],
  ["hangul", /\p{Script=Hangul}/gu],
  ["cyrillic", /\p{Script=Cyrillic}/gu],
  ["arabic", /\p{Script=Arabic}/gu],
  ["devanagari", /\p{Script=Devanagari}/gu],
  ["greek", /\p{Script=Greek}/gu],
  ["hebrew", /\p{Script=Hebrew}/gu],
  ["thai", /\p{Script=Thai}/gu],
];

/** Characters looked at. */
const sampleLength = 8_192;

/** Common words that show a language, and their share of the words that is enough. */
const enough = { words: 3, share: 0.08 } as const;

/** A character of these scripts says about as much as half a word. */
const dense: ReadonlySet<string> = new Set(["han", "kana", "hangul"]);

/**
 * The language of a text, as far as its script and its commonest words show it: a script's name, or a language of those
 * in Latin script; `undefined` when that cannot be told, as for short texts. Looks at the first 8,192 characters.
 */
export function languageOf(text: string): string | undefined {
  const sample = text.slice(0, sampleLength);
  let [best, most] = ["", 0];
  for (const [name, letter] of scripts) {
    const count = (sample.match(letter)?.length ?? 0) * (dense.has(name) ? 2 : 1);
    if (count > most) [best, most] = [name, count];
  }
  // Japanese is written with Chinese characters too.
  if (best === "han" && (sample.match(scripts[1]?.[1] ?? /(?!)/gu)?.length ?? 0) * 8 > most) return "kana";
  if (best !== "latin") return most > 0 ? best : undefined;
  return latinLanguage(sample);
}

/** The language of a text too short to show it for certain: one of whose commonest words it has some, and of no other. */
export function likelyLanguageOf(text: string): string | undefined {
  const known = languageOf(text);
  if (known !== undefined) return known;
  const [first, second] = countWords(tokenize(text.slice(0, sampleLength)));
  return second === undefined ? first?.[0] : undefined;
}

/** Languages by how many of their commonest words there are, most first. */
function countWords(tokens: readonly { readonly text: string }[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { text } of tokens) {
    const language = languageOfWord.get(text);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1]);
}

function latinLanguage(sample: string): string | undefined {
  const tokens = tokenize(sample);
  const [first, second] = countWords(tokens);
  if (first === undefined || first[1] < enough.words || first[1] < tokens.length * enough.share) return undefined;
  return second !== undefined && second[1] * 1.5 > first[1] ? undefined : first[0];
}

/** Whether the two texts are in different languages for certain. */
export function areInOtherLanguages(left: string, right: string): boolean {
  const [one, other] = [languageOf(left), languageOf(right)];
  return one !== undefined && other !== undefined && one !== other;
}
