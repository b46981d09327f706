import { monthWords } from "./number-words.ts";
import type { Token } from "./tokens.ts";

/** What was read at a token. */
export interface Reading {
  readonly keys: readonly string[];
  /** Of a date: year, month and day, each of which must be found. */
  readonly parts?: readonly (readonly string[])[];
  readonly strong: boolean;
  readonly last: number;
}

/** What stands between two tokens, cut after four characters; a line's end where one of them is missing. */
export function gap(text: string, left: Token | undefined, right: Token | undefined): string {
  return left === undefined || right === undefined ? "\n" : text.slice(left.end, Math.min(right.start, left.end + 4));
}

/** A time: `9:30`, `5 p.m.`, 下午3点. */
export function readClock(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  const [hourToken, second] = [tokens[index], tokens[index + 1]];
  const hour = /^(\d{1,2})([ap]m?)?$/.exec(hourToken?.text ?? "");
  if (hour === null) return undefined;
  if (second?.text === "点" && gap(text, hourToken, second) === "") return readChineseHour(tokens, index);
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

// 下午3点: the half of the day stands before the hour.
function readChineseHour(tokens: readonly Token[], index: number): Reading {
  const value = Number(tokens[index]?.text);
  const half = `${tokens[index - 2]?.text ?? ""}${tokens[index - 1]?.text ?? ""}`;
  const isLate = half === "下午" || half === "晚上" || half === "傍晚";
  const isEarly = half === "上午" || half === "早上" || half === "凌晨";
  const hours = isLate ? [(value % 12) + 12] : isEarly ? [value] : [value, (value + 12) % 24];
  return { keys: [...hours.map((each) => `time${each}:0`), String(value)], strong: true, last: index };
}

function halfAfter(text: string, tokens: readonly Token[], last: number): string | undefined {
  const next = tokens[last + 1];
  if (gap(text, tokens[last], next).trim() !== "") return undefined;
  if (next?.text === "am" || next?.text === "pm") return next.text[0];
  return (next?.text === "a" || next?.text === "p") && tokens[last + 2]?.text === "m" && text[next.end] === "."
    ? next.text
    : undefined;
}

/** A date in digits: 2021-03-05, 2021/3/5, 05/03/2021, 5.3.2021. Where day and month cannot be told apart, either is. */
export function readDate(text: string, tokens: readonly Token[], index: number): Reading | undefined {
  const [one, two, three] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(one?.text ?? "");
  if (dotted !== null) return dateOf(dotted[3], dotted[2], dotted[1], index);
  const between = gap(text, one, two);
  if (between !== gap(text, two, three) || !["-", "/"].includes(between)) return undefined;
  const [first = "", second = "", third = ""] = [one?.text, two?.text, three?.text];
  if (!/^\d{1,2}$/.test(second)) return undefined;
  if (/^\d{4}$/.test(first) && /^\d{1,2}t?$/.test(third)) return dateOf(first, second, third, index + 2);
  return /^\d{4}$/.test(third) && /^\d{1,2}$/.test(first) ? eitherDate(third, first, second, index + 2) : undefined;
}

function dateOf(year = "", month = "", day = "", last = 0): Reading {
  const parts = [[String(Number(year))], [`month${Number(month)}`], [String(Number.parseInt(day, 10))]];
  return { keys: [], parts, strong: true, last };
}

function eitherDate(year: string, first: string, second: string, last: number): Reading {
  const [left, right] = [Number(first), Number(second)];
  if (left > 12) return dateOf(year, second, first, last);
  if (right > 12) return dateOf(year, first, second, last);
  const parts = [[String(Number(year))], [`month${left}`, `month${right}`], [String(right), String(left)]];
  return { keys: [], parts, strong: true, last };
}

/** A month by name beside a number: March 5, May of 2021. */
export function readMonth(tokens: readonly Token[], index: number): Reading | undefined {
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
