import type { Token } from "./tokens.ts";

/** Tokens before or after a number that are looked at. */
const reach = 3;

const minusSign = /(?:^|[\s(（[:：=≈~是为达约至到从])[-−–]$/u;
const falls = new Set(
  `fell fall falls fallen falling decreased decrease decline declined dropped drop down lost loss lose minus negative
below lower shrank reduced cut deficit off discount`.split(/\s+/),
);

/** What a number's sign makes of it: `negative` is another number than the plain one, `either` may stand for both. */
export type Sign = "positive" | "negative" | "either";

/** The sign of the number at the tokens `first` to `last`: -5, −5, minus 5, 零下5; "fell by 5 %" may be -5 % or 5 %. */
export function signOf(text: string, tokens: readonly Token[], first: number, last: number): Sign {
  const number = tokens[first];
  if (number === undefined) return "positive";
  const before = text.slice(Math.max(0, number.start - 2), number.start);
  // "9 -5" and "9 – 5" are ranges.
  const afterNumber = tokens[first - 1]?.kind === "number" && number.start - (tokens[first - 1]?.end ?? 0) <= 3;
  if (minusSign.test(before) && !afterNumber) return "negative";
  const previous = tokens[first - 1]?.text;
  if (previous === "minus" && !afterNumber) return "negative";
  if (previous === "下" && tokens[first - 2]?.text === "零") return "negative";
  for (let step = 1; step <= reach; step++) {
    const [left, right] = [tokens[first - step]?.text ?? "", tokens[last + step]?.text ?? ""];
    if (falls.has(left) || right === "below" || right === "off" || "降减跌负".includes(left || " ")) return "either";
  }
  return "positive";
}
