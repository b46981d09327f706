/** Cyrillic and Greek letters that look like Latin ones, and those. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "аα",
    b: "Ь",
    c: "сϲ",
    d: "ԁ",
    e: "еε",
    g: "ɡ",
    h: "һ",
    i: "іιı",
    j: "ј",
    k: "кκ",
    l: "ӏ",
    m: "м",
    n: "ո",
    o: "оο",
    p: "рρ",
    s: "ѕ",
    t: "тτ",
    u: "υ",
    v: "ѵν",
    w: "ѡ",
    x: "хχ",
    y: "у",
  }).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
);

const digitsForLetters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

const mixedWord =
  /(?<!\p{L})(?=\p{L}{0,40}\p{Script=Latin})(?=\p{L}{0,40}[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{2,40}(?!\p{L})/gu;
const wordWithDigits = /(?<![\p{L}\p{N}@$])(?=[a-z0-9@$]{0,40}[a-z])[a-z0-9@$]{3,40}(?![\p{L}\p{N}@$])/giu;
const spacedLetters = /(?<![\p{L}\p{N}])(?:\p{L}[ ._-]){3,40}\p{L}(?![\p{L}\p{N}])/gu;

/**
 * A text as its reader is meant to read it: Latin letters for lookalikes in words of mixed scripts, for digits in words
 * ("1gn0re") and without the gaps of "i g n o r e". Only good for recognising words. Linear.
 */
export function undisguise(text: string): string {
  return text
    .replace(spacedLetters, (letters) => letters.replace(/[ ._-]/g, ""))
    .replace(mixedWord, (word) => [...word].map((letter) => lookalikes.get(letter.toLowerCase()) ?? letter).join(""))
    .replace(wordWithDigits, (word) =>
      /[0-9@$]/.test(word) ? word.replace(/[013457@$]/g, (sign) => digitsForLetters[sign] ?? sign) : word,
    );
}
