import { chineseNumeral, isChineseNumeral, monthWords, ordinalWords, scaleWords, unitWords } from "./number-words.ts";
import type { Token } from "./tokens.ts";

/** One number, date part or time of a text. */
export interface NumberMention {
  /** Normal forms; the number is found in another text when one of them is among that text's forms. */
  readonly keys: readonly string[];
  /** Written in digits (or a long numeral), so that its absence is evidence; "two" and 三 alone are not. */
  readonly strong: boolean;
  /** Position of its first and last token. */
  readonly first: number;
  readonly last: number;
}

interface Reading {
  readonly keys: readonly string[];
  /** Of a date: year, month and day, each of which must be found. */
  readonly parts?: readonly (readonly string[])[];
  readonly strong: boolean;
  readonly last: number;
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
    for (const keys of reading.parts ?? [reading.keys])
      mentions.push({ keys, strong: reading.strong, first: index, last: reading.last });
    index = reading.last;
  }
  return mentions;
}

function readAt(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  const token = tokens[index];
  if (token === undefined) return undefined;
  if (isIdiom(text, tokens, index)) return { keys: [], parts: [], strong: false, last: index + 1 };
  if (token.kind === "number")
    return readClock(text, tokens, index) ?? readIsoDate(text, tokens, index) ?? readDigits(text, tokens, index);
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

function plainValue(digits: string): string {
  const bare = thousands.test(digits) ? digits.replaceAll(",", "") : digits;
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(bare) ? String(Number(bare)) : bare;
}

function scaled(value: string, factor: number): string {
  const product = Number(value) * factor;
  return Number.isFinite(product) && product < 1e21 ? String(Number(product.toPrecision(12))) : value;
}

function gap(text: string, left: Token | undefined, right: Token | undefined): string {
  return left === undefined || right === undefined ? "\n" : text.slice(left.end, Math.min(right.start, left.end + 4));
}

function readDigits(text: string, tokens: readonly Token[], index: number): Reading {
  const token = tokens[index];
  const [, digits = "", suffix = ""] = digitsPattern.exec(token?.text ?? "") ?? [];
  if (digits === "") return { keys: [token?.text ?? ""], strong: true, last: index };
  let value = plainValue(digits);
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
  const keys = [value];
  if (tokens[last + 1]?.text === "月" && Number(value) <= 12) keys[0] = `month${value}`;
  // A suffix that is no scale, ordinal or unit makes it a name such as 3M or 7zip: the name counts too.
  if (suffix !== "" && bySuffix === undefined) keys.push(token?.text ?? "");
  return { keys, strong: true, last };
}

function readClock(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  const [hourToken, second] = [tokens[index], tokens[index + 1]];
  const hour = /^(\d{1,2})([ap]m?)?$/.exec(hourToken?.text ?? "");
  if (hour === null) return undefined;
  const withMinutes = gap(text, hourToken, second) === ":" && /^\d{1,2}(?:[ap]m?)?$/.test(second?.text ?? "");
  const last = withMinutes ? index + 1 : index;
  const minutes = withMinutes ? Number.parseInt(second?.text ?? "0", 10) : 0;
  const half = /[ap]/.exec(tokens[last]?.text ?? "")?.[0] ?? halfAfter(text, tokens, last);
  if (!withMinutes && half === undefined) return undefined;
  const value = Number(hour[1]);
  const hours = half === "p" ? [(value % 12) + 12] : half === "a" ? [value % 12] : [value, (value + 12) % 24];
  const keys = hours.map((each) => `time${each}:${minutes}`);
  return { keys: minutes === 0 ? [...keys, String(value)] : keys, strong: true, last };
}

function halfAfter(text: string, tokens: readonly Token[], last: number): string | undefined {
  const next = tokens[last + 1];
  if (gap(text, tokens[last], next).trim() !== "") return undefined;
  if (next?.text === "am" || next?.text === "pm") return next.text[0];
  return (next?.text === "a" || next?.text === "p") && tokens[last + 2]?.text === "m" && text[next.end] === "."
    ? next.text
    : undefined;
}

function readIsoDate(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  const [year, month, day] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (!/^\d{4}$/.test(year?.text ?? "") || !/^\d{2}$/.test(month?.text ?? "") || !/^\d{2}t?$/.test(day?.text ?? ""))
    return undefined;
  if (gap(text, year, month) !== "-" || gap(text, month, day) !== "-") return undefined;
  const parts = [
    [String(Number(year?.text))],
    [`month${Number(month?.text)}`],
    [String(Number.parseInt(day?.text ?? "", 10))],
  ];
  return { keys: [], parts, strong: true, last: index + 2 };
}

function readMonth(tokens: readonly Token[], index: number): Reading | undefined {
  const month = monthWords.get(tokens[index]?.text ?? "");
  if (month === undefined || tokens[index]?.capital !== true) return undefined;
  const beside = [
    tokens[index - 1],
    tokens[index + 1],
    tokens[index - 1]?.text === "of" ? tokens[index - 2] : undefined,
  ];
  return beside.some((token) => token?.kind === "number")
    ? { keys: [`month${month}`], strong: true, last: index }
    : undefined;
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

/** Every form under which the numbers of a text can be found. */
export function numberKeys(mentions: readonly NumberMention[]): string[] {
  return mentions.flatMap((mention) => mention.keys);
}
