import type { Token } from "./tokens.ts";

/** What an opposite says: the words of one group speak of the same thing, from one of two sides. */
export interface Opposite {
  /** A number of the group's own. */
  readonly group: number;
  /** The sides of a `denial` deny each other ("closed" is "not open"); of a `direction` they need not ("did not rise" is not "fell"). */
  readonly kind: "denial" | "direction";
  /** The second of the two sides. */
  readonly turned: boolean;
  /** Tokens that it is written in. */
  readonly length: number;
}

const denials: readonly (readonly [string, string])[] = [
  ["open", "closed"],
  [
    "allowed permitted allow allows permit permits",
    "forbidden prohibited banned disallowed forbid forbids prohibit prohibits ban bans",
  ],
  ["可以 允许 准许 许可", "禁止 严禁"],
  ["开放", "关闭"],
];

const directions: readonly (readonly [string, string])[] = [
  [
    "increase increases increased increasing rise rises rose risen rising grow grows grew grown growing growth",
    `decrease decreases decreased decreasing fall falls fell fallen falling shrink shrinks shrank shrunk shrinking
decline declines declined declining drop drops dropped dropping`,
  ],
  ["higher raise raises raised raising", "lower lowers lowered lowering"],
  ["more", "less fewer"],
  ["up", "down"],
  ["maximum", "minimum"],
  ["most", "least"],
  ["增长 上升 增加 上涨 提高 增多 升高", "下降 减少 下跌 降低 下滑"],
  ["最多 至多", "最少 至少"],
  ["最大 最高", "最小 最低"],
  ["高于 多于 大于", "低于 少于 小于"],
];

const opposites = new Map<string, Omit<Opposite, "length">>();
for (const [kind, groups, first] of [
  ["denial", denials, 0],
  ["direction", directions, denials.length],
] as const) {
  groups.forEach((sides, at) => {
    for (const [side, words] of sides.entries())
      for (const word of words.split(/\s+/)) opposites.set(word, { group: first + at, kind, turned: side === 1 });
  });
}

/** The opposite that starts at a position: a word, or two characters. */
export function oppositeAt(tokens: readonly Token[], position: number): Opposite | undefined {
  const token = tokens[position];
  if (token === undefined || token.kind === "number") return undefined;
  const length = token.kind === "character" ? 2 : 1;
  const found = opposites.get(length === 2 ? token.text + (tokens[position + 1]?.text ?? "") : token.text);
  return found === undefined ? undefined : { ...found, length };
}
