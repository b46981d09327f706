import type { Token } from "./tokens.ts";

// One name a unit, whatever it is written as. Left out: what has a second meaning (m, pound, 月, 日).
const spellings: Readonly<Record<string, string>> = {
  "%": "percent percentage pct",
  ms: "ms msec millisecond milliseconds 毫秒",
  s: "s sec secs second seconds 秒 秒钟",
  min: "min mins minute minutes 分钟",
  h: "h hr hrs hour hours 小时 个小时 钟头",
  day: "day days 天",
  week: "week weeks 周 星期 个星期 礼拜",
  month: "month months 个月",
  year: "year years yr yrs 年 周年",
  decade: "decade decades",
  usd: "usd dollar dollars 美元 美金",
  eur: "eur euro euros 欧元",
  gbp: "gbp 英镑",
  cny: "cny rmb yuan 元 块钱 人民币",
  jpy: "jpy yen 日元",
  mm: "mm millimeter millimeters millimetre millimetres 毫米",
  cm: "cm centimeter centimeters centimetre centimetres 厘米",
  metre: "meter meters metre metres 米",
  km: "km kms kilometer kilometers kilometre kilometres 公里 千米",
  mile: "mile miles 英里",
  inch: "inch inches 英寸",
  foot: "ft foot feet 英尺",
  mg: "mg milligram milligrams 毫克",
  g: "gram grams 克",
  kg: "kg kgs kilo kilos kilogram kilograms 公斤 千克",
  lb: "lb lbs",
  tonne: "ton tons tonne tonnes 吨",
  kb: "kb kilobyte kilobytes",
  mb: "mb megabyte megabytes",
  gb: "gb gigabyte gigabytes",
  tb: "tb terabyte terabytes",
  celsius: "celsius 摄氏度",
  fahrenheit: "fahrenheit 华氏度",
  times: "倍",
};
const units = new Map(
  Object.entries(spellings).flatMap(([unit, names]) => names.split(" ").map((name): [string, string] => [name, unit])),
);
const longestInCharacters = 3;

const currencySigns = new Map([
  ["$", "usd"],
  ["€", "eur"],
  ["£", "gbp"],
  ["₹", "inr"],
]);

/** What a number counts: a unit's name, {@link thing} for a plural noun, `undefined` for what cannot be told. */
export interface Unit {
  readonly name: string;
  /** Position of its last token; that of the number when it is none of its own. */
  readonly last: number;
}

/** The name of a unit for "5 users": something, but no measure. */
export const thing = "thing";

/** The unit of the number at the tokens `first` to `last`: a sign or code before it, or a sign, suffix or word after it. */
export function unitOf(text: string, tokens: readonly Token[], first: number, last: number): Unit | undefined {
  const [start, end] = [tokens[first], tokens[last]];
  if (start === undefined || end === undefined) return undefined;
  const suffix = units.get(/^[\d.,]*\d([a-z]{1,12})$/.exec(end.text)?.[1] ?? "");
  if (suffix !== undefined) return { name: suffix, last };
  const sign =
    currencySigns.get(text.charAt(start.start - 1)) ??
    currencySigns.get(text.slice(start.start - 2, start.start).trim());
  if (sign !== undefined) return { name: sign, last };
  return unitAfter(text, tokens, last) ?? codeBefore(text, tokens, first, last);
}

function codeBefore(text: string, tokens: readonly Token[], first: number, last: number): Unit | undefined {
  const [before, number] = [tokens[first - 1], tokens[first]];
  if (before === undefined || number === undefined || !/^[a-z]{3}$/.test(before.text)) return undefined;
  const name = units.get(before.text);
  return name !== undefined &&
    text.slice(before.end, number.start) === " " &&
    /^[A-Z]{3}$/.test(text.slice(before.start, before.end))
    ? { name, last }
    : undefined;
}

const percentSign = /^ ?[%％]/;
const degrees = /^ ?° ?([CF])\b/;

function unitAfter(text: string, tokens: readonly Token[], last: number): Unit | undefined {
  const [number, next] = [tokens[last], tokens[last + 1]];
  if (number === undefined) return undefined;
  const rest = text.slice(number.end, number.end + 4);
  if (percentSign.test(rest)) return { name: "%", last };
  const degree = degrees.exec(rest)?.[1];
  if (degree !== undefined) return { name: degree === "C" ? "celsius" : "fahrenheit", last: last + 1 };
  if (next === undefined || !["", " ", "-", "\u00a0", "\u202f"].includes(text.slice(number.end, next.start)))
    return undefined;
  if (next.kind === "character") return unitInCharacters(text, tokens, last);
  if (next.text === "per" && tokens[last + 2]?.text === "cent") return { name: "%", last: last + 2 };
  const name = units.get(next.text);
  if (name !== undefined) return { name, last: last + 1 };
  return /^[a-z]{3,}s$/.test(next.text) && !next.capital ? { name: thing, last } : undefined;
}

function unitInCharacters(text: string, tokens: readonly Token[], last: number): Unit | undefined {
  const start = tokens[last]?.end ?? 0;
  for (let length = longestInCharacters; length > 0; length--) {
    const written = text.slice(start, start + length).trim();
    const name = units.get(written);
    if (name !== undefined && tokens[last + written.length]?.kind === "character")
      return { name, last: last + written.length };
  }
  return undefined;
}
