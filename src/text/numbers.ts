import { gap, readClock, readDate, readMonth, type Reading } from "./dates.ts";
import { chineseNumeral, isChineseNumeral, monthWords, ordinalWords, scaleWords, unitWords } from "./number-words.ts";
import { signOf } from "./signs.ts";
import type { Token } from "./tokens.ts";
import { unitOf, type Unit } from "./units.ts";

/** One number, date part or time of a text. */
export interface NumberMention {
  /** Normal forms; the number is found in another text when one of them is among that text's forms. */
  readonly keys: readonly string[];
  /** Written in digits (or a long numeral), so that its absence is evidence; "two" and 三 alone are not. */
  readonly strong: boolean;
  /** Position of its first and last token. */
  readonly first: number;
  readonly last: number;
  /** What it counts; absent for dates, times and what cannot be told. */
  readonly unit?: Unit;
}

/**
 * The numbers of a text in normal form: digits with thousands separators, decimals and per cent, `13K`, `1.2 million`,
 * `twenty-three`, 三千五百万, 1250.5万, 百分之十二, times and dates (ISO and in words). Linear; never throws.
 */
export function numbersIn(text: string, tokens: readonly Token[]): NumberMention[] {
  const mentions: NumberMention[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const reading = readAt(text, tokens, index);
    if (reading === undefined) continue;
    const { strong, last } = reading;
    const unit = reading.parts === undefined ? unitOf(text, tokens, index, last) : undefined;
    for (const keys of reading.parts ?? [signed(text, tokens, index, reading)])
      mentions.push({ keys, strong, first: index, last, ...(unit === undefined ? {} : { unit }) });
    index = last;
  }
  return withUnitsOfRanges(text, tokens, mentions);
}

// A year or a bare name has no sign; -5 is another number than 5.
function signed(text: string, tokens: readonly Token[], index: number, { keys, last }: Reading): readonly string[] {
  const sign = signOf(text, tokens, index, last);
  if (sign === "positive") return keys;
  const negative = keys.map((key) => (/^\d/.test(key) ? `-${key}` : key));
  return sign === "negative" ? negative : [...keys, ...negative];
}

const rangeWords = new Set(["to", "and", "or", "through", "至", "到", "或"]);

// "10-20 %", "5 to 10 minutes": the unit is that of both.
function withUnitsOfRanges(text: string, tokens: readonly Token[], mentions: NumberMention[]): NumberMention[] {
  for (let at = mentions.length - 2; at >= 0; at--) {
    const [mention, next] = [mentions[at], mentions[at + 1]];
    if (mention === undefined || next?.unit === undefined || mention.unit !== undefined) continue;
    const apart = next.first - mention.last;
    const isRange =
      apart === 1
        ? ["-", "–", "—", "~", " - ", " – "].includes(gap(text, tokens[mention.last], tokens[next.first]))
        : apart === 2 && rangeWords.has(tokens[mention.last + 1]?.text ?? "");
    if (isRange) mentions[at] = { ...mention, unit: { name: next.unit.name, last: mention.last } };
  }
  return mentions;
}

function readAt(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  const token = tokens[index];
  if (token === undefined) return undefined;
  if (isIdiom(text, tokens, index)) return { keys: [], parts: [], strong: false, last: index + 1 };
  if (token.kind === "number")
    return readClock(text, tokens, index) ?? readDate(text, tokens, index) ?? readDigits(text, tokens, index);
  if (token.kind === "character") return readChinese(tokens, index);
  return readMonth(tokens, index) ?? readWords(text, tokens, index);
}

// "24/7" states no number.
function isIdiom(text: string, tokens: readonly Token[], index: number): boolean {
  return (
    tokens[index]?.text === "24" &&
    tokens[index + 1]?.text === "7" &&
    gap(text, tokens[index], tokens[index + 1]) === "/"
  );
}

const digitsPattern = /^(\d[\d.,]*)([a-z]{0,8})/;
const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

const continental = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d+,\d{1,2}$/;

function plainValue(digits: string): string {
  const bare = thousands.test(digits)
    ? digits.replaceAll(",", "")
    : continental.test(digits)
      ? digits.replaceAll(".", "").replace(",", ".")
      : digits;
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(bare) ? String(Number(bare)) : bare;
}

function scaled(value: string, factor: number): string {
  const product = Number(value) * factor;
  return Number.isFinite(product) && product < 1e21 ? String(Number(product.toPrecision(12))) : value;
}

function readDigits(text: string, tokens: readonly Token[], index: number): Reading {
  const token = tokens[index];
  const [, digits = "", suffix = ""] = digitsPattern.exec(token?.text ?? "") ?? [];
  if (digits === "") return { keys: [token?.text ?? ""], strong: true, last: index };
  const grouped = readGroups(text, tokens, index);
  if (grouped !== undefined) return grouped;
  const isFraction = /(?:^|[^\p{L}\p{N}])\.$/u.test(text.slice(Math.max(0, (token?.start ?? 0) - 2), token?.start));
  let value = plainValue(isFraction ? `0.${digits}` : digits);
  let last = index;
  const bySuffix = scaleWords.get(suffix);
  if (bySuffix !== undefined) value = scaled(value, bySuffix);
  for (let step = 0; step < 2; step++) {
    const next = tokens[last + 1];
    const factor = next === undefined ? undefined : scaleWords.get(next.text);
    if (next === undefined || factor === undefined || (next.text.length === 1 && next.kind === "word")) break;
    if (!["", " ", "-", "\u00a0"].includes(gap(text, tokens[last], next))) break;
    value = scaled(value, factor);
    last++;
  }
  const keys = [value, ...endOfYears(text, tokens, index)];
  if (tokens[last + 1]?.text === "月" && Number(value) <= 12) keys[0] = `month${value}`;
  // A suffix that is no scale, ordinal or unit makes it a name such as 3M or 7zip: the name counts too.
  if (suffix !== "" && bySuffix === undefined) keys.push(token?.text ?? "");
  return { keys, strong: true, last };
}

const groupGaps = [" ", "'", "’", "\u00a0", "\u202f"];
const mostGroups = 6;

// 1 250 and 1'250 are 1,250; two numbers with a space between them look the same, so both readings count.
function readGroups(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  if (!/^\d{1,3}$/.test(tokens[index]?.text ?? "")) return undefined;
  const groups = [tokens[index]?.text ?? ""];
  let mayBeTwo = false;
  for (let last = index; groups.length < mostGroups; last++) {
    const [between, next] = [gap(text, tokens[last], tokens[last + 1]), tokens[last + 1]?.text ?? ""];
    if (!/^\d{3}$/.test(next) || !groupGaps.includes(between)) break;
    groups.push(next);
    mayBeTwo ||= between === " ";
  }
  if (groups.length === 1) return undefined;
  const keys = [groups.join(""), ...(mayBeTwo ? groups : [])].map((each) => String(Number(each)));
  return { keys, strong: true, last: index + groups.length - 1 };
}

// 2018–19 ends in 2019.
function endOfYears(text: string, tokens: readonly Token[], index: number): string[] {
  const [year, end] = [tokens[index - 1], tokens[index]];
  if (!/^[12]\d{3}$/.test(year?.text ?? "") || !/^\d{2}$/.test(end?.text ?? "")) return [];
  return ["-", "–", "/"].includes(gap(text, year, end)) ? [`${year?.text.slice(0, 2) ?? ""}${end?.text ?? ""}`] : [];
}

function readWords(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  let total = 0;
  let section = startsScale(tokens, index) ? 1 : undefined;
  let last = section === undefined ? index - 1 : index;
  for (let step = last + 1; step < tokens.length && step < index + 12; step++) {
    const word = tokens[step]?.text ?? "";
    if (step > index && !["-", " ", "\u00a0"].includes(gap(text, tokens[step - 1], tokens[step]))) break;
    const unit = unitWords.get(word) ?? (step > index ? ordinalWords.get(word) : undefined);
    const scale = word.length > 2 ? scaleWords.get(word) : undefined;
    if (unit !== undefined) section = (section ?? 0) + unit;
    else if (scale !== undefined && section !== undefined) {
      if (scale === 100) section *= 100;
      else {
        total += section * scale;
        section = 0;
      }
    } else if (word === "and" && section !== undefined && last === step - 1) continue;
    else break;
    last = step;
  }
  if (section === undefined) {
    const ordinal = ordinalWords.get(tokens[index]?.text ?? "");
    return ordinal === undefined ? undefined : { keys: [String(ordinal)], strong: false, last: index };
  }
  const value = total + section;
  return { keys: [String(value)], strong: value > 12, last };
}

// "One" and "a" are numbers only before a scale: one million, a hundred.
function startsScale(tokens: readonly Token[], index: number): boolean {
  const [word, next] = [tokens[index]?.text, tokens[index + 1]?.text ?? ""];
  return (word === "one" || word === "a") && next.length > 2 && scaleWords.has(next);
}

function readChinese(tokens: readonly Token[], index: number): Reading | undefined {
  // 百分之十二 is 12: "of a hundred parts" says per cent.
  const percent = charactersAt(tokens, index, 3) === "百分之";
  const start = percent ? index + 3 : index;
  const characters = numeralAt(tokens, start);
  if (characters === "") return undefined;
  // 零下五度: the sign of what follows.
  if (characters.startsWith("零") && tokens[start + 1]?.text === "下")
    return { keys: [], parts: [], strong: false, last: start };
  // 千万 (by all means) and 万一 (in case) state no number.
  if (characters === "千万" || characters === "万一") return { keys: [], parts: [], strong: false, last: start + 1 };
  let value = chineseNumeral(characters);
  let last = start + characters.length - 1;
  if (value === undefined) return undefined;
  const decimals = tokens[last + 1]?.text === "点" ? numeralAt(tokens, last + 2) : "";
  const fraction = decimals === "" ? undefined : chineseNumeral(decimals);
  if (fraction !== undefined && fraction < 10 ** decimals.length) {
    value = Number(`${value}.${String(fraction).padStart(decimals.length, "0")}`);
    last += 1 + decimals.length;
  }
  const isMonth = tokens[last + 1]?.text === "月" && value <= 12;
  return { keys: [isMonth ? `month${value}` : String(value)], strong: percent || last > index, last };
}

/** A longer run of numeral characters is no number. */
const longestNumeral = 16;

function numeralAt(tokens: readonly Token[], index: number): string {
  let characters = "";
  for (let at = index; at < tokens.length && at < index + longestNumeral; at++) {
    const token = tokens[at];
    if (token?.kind !== "character" || !isChineseNumeral(token.text)) break;
    characters += token.text;
  }
  return characters;
}

function charactersAt(tokens: readonly Token[], index: number, count: number): string {
  return tokens
    .slice(index, index + count)
    .map((token) => (token.kind === "character" ? token.text : " "))
    .join("");
}

/** Words of a context that a number in an answer may stand for, though they need not mean one. */
const looseWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["one", ["1"]],
  ["single", ["1"]],
  ["once", ["1"]],
  ["half", ["50", "0.5"]],
  ["quarter", ["25", "0.25"]],
  ["ii", ["2"]],
  ["iii", ["3"]],
  ["iv", ["4"]],
  ["vi", ["6"]],
]);

/** Further forms under which a number may be found in a context: months without a day or year, "one day", "half". */
export function looseKeys(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ text, capital }) => {
    const month = capital ? monthWords.get(text) : undefined;
    return month === undefined ? (looseWords.get(text) ?? []) : [`month${month}`];
  });
}
