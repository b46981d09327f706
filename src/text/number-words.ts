/** Words below a hundred that are added up. "One" is left out: it is mostly a pronoun. */
export const unitWords: ReadonlyMap<string, number> = new Map([
  ["zero", 0],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["eleven", 11],
  ["twelve", 12],
  ["thirteen", 13],
  ["fourteen", 14],
  ["fifteen", 15],
  ["sixteen", 16],
  ["seventeen", 17],
  ["eighteen", 18],
  ["nineteen", 19],
  ["twenty", 20],
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
  ["sixty", 60],
  ["seventy", 70],
  ["eighty", 80],
  ["ninety", 90],
  ["dozen", 12],
]);

/** Ordinals, so that "third" is found where the context says 3rd. */
export const ordinalWords: ReadonlyMap<string, number> = new Map([
  ["second", 2],
  ["third", 3],
  ["fourth", 4],
  ["fifth", 5],
  ["sixth", 6],
  ["seventh", 7],
  ["eighth", 8],
  ["ninth", 9],
  ["tenth", 10],
  ["eleventh", 11],
  ["twelfth", 12],
  ["twentieth", 20],
  ["thirtieth", 30],
  ["twice", 2],
]);

/** Words and suffixes that multiply. */
export const scaleWords: ReadonlyMap<string, number> = new Map([
  ["hundred", 1e2],
  ["thousand", 1e3],
  ["million", 1e6],
  ["millions", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
  ["k", 1e3],
  ["m", 1e6],
  ["mn", 1e6],
  ["mm", 1e6],
  ["bn", 1e9],
  ["b", 1e9],
  ["tn", 1e12],
  ["百", 1e2],
  ["千", 1e3],
  ["万", 1e4],
  ["萬", 1e4],
  ["亿", 1e8],
  ["億", 1e8],
]);

/** Months by name and by the usual abbreviation. */
export const monthWords: ReadonlyMap<string, number> = new Map(
  [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
  ].flatMap((name, index): [string, number][] => [
    [name, index + 1],
    [name.slice(0, 3), index + 1],
    ...(index === 8 ? [["sept", 9] as [string, number]] : []),
  ]),
);

const digits = new Map<string, number>([..."〇一二三四五六七八九"].map((character, index) => [character, index]));
digits.set("零", 0).set("两", 2).set("兩", 2);
const smallScales = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1000],
]);
const bigScales = new Map([
  ["万", 1e4],
  ["萬", 1e4],
  ["亿", 1e8],
  ["億", 1e8],
]);

/** Whether the character can be part of a Chinese numeral. */
export function isChineseNumeral(character: string): boolean {
  return digits.has(character) || smallScales.has(character) || bigScales.has(character);
}

/** The value of a Chinese numeral such as 二十三, 三千五百万 or 二〇二一; `undefined` when it is none. */
export function chineseNumeral(characters: string): number | undefined {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let positional = "";
  for (const character of characters) {
    const value = digits.get(character);
    const small = smallScales.get(character);
    const big = bigScales.get(character);
    if (value !== undefined) {
      positional += String(value);
      digit = value;
    } else if (small !== undefined) {
      section += (digit ?? 1) * small;
      digit = undefined;
    } else if (big !== undefined) {
      const base = section + (digit ?? 0);
      total = big === 1e8 && total > 0 ? (total + base) * big : total + (base === 0 ? 1 : base) * big;
      section = 0;
      digit = undefined;
    } else {
      return undefined;
    }
  }
  if (positional.length === [...characters].length) return positional.length > 0 ? Number(positional) : undefined;
  return total + section + (digit ?? 0);
}
