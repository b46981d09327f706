import type { Token } from "./tokens.ts";

const negators = new Set(
  `no not never without cannot neither nor none nobody nothing hardly barely don't doesn't didn't isn't aren't
wasn't weren't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't mustn't ain't`.split(/\s+/),
);
const characterNegators = new Set(["不", "没", "無", "无", "未", "非", "莫", "勿", "否"]);

// "not only", "不仅": the negator denies nothing. Keyed by negator and the token after it.
const harmless = new Set(
  `not only, not just, not merely, no doubt, no matter, no later, no more, no less, no fewer, no one's, 不仅, 不但,
不断, 不同, 不少, 不久, 不过, 不管, 不论, 不止, 不光, 无论, 无疑, 未来, 非常, 非洲, 没错, 否则, 不只, 不惜`.split(
    /,\s+/,
  ),
);
// Words that deny without a negator, hedge a denial or make it conditional: beside them a missing "not" proves nothing.
const softNegations = new Set(
  `if unless whether unable unlikely non avoid avoids avoided fail fails failed failure lack lacks lacked deny
denies denied refuse refuses refused prevent prevents prevented stop stops stopped difficult hard impossible
rather instead except few little rarely seldom less only until before verify ensure error missing
absence absent invalid false closed forbidden prohibited banned disallowed but however although though while whereas 如果 若 除 拒 避 防 禁 停 难 缺 但 却`.split(
    /\s+/,
  ),
);
const clauseEnd = /[,;:.!?，；：。！？、()（）"“”]/;
const breakWords = new Set("but because although though while which who that and 或 但 而".split(" "));

/** Tokens a negator reaches. */
const scopeLength = 5;

/**
 * The positions of tokens that stand within a negation's scope: at most five tokens after the negator, up to the end of
 * the clause. "Not only", 不仅 and their like deny nothing.
 */
export function negatedPositions(text: string, tokens: readonly Token[]): ReadonlySet<number> {
  const negated = new Set<number>();
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || !isNegator(token, tokens[index + 1])) continue;
    let previous = token;
    for (let step = 1; step <= scopeLength; step++) {
      const next = tokens[index + step];
      if (next === undefined || breakWords.has(next.text)) break;
      if (endsClause(text.slice(previous.end, next.start))) break;
      negated.add(index + step);
      previous = next;
    }
  }
  return negated;
}

/** Whether the token denies what follows it. */
export function isNegator(token: Token, next: Token | undefined): boolean {
  if (token.kind === "character")
    return characterNegators.has(token.text) && !harmless.has(token.text + (next?.text ?? ""));
  return negators.has(token.text) && !harmless.has(`${token.text} ${next?.text ?? ""}`);
}

/** The positions of a text's negators. */
export function negatorPositions(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, index) => (isNegator(token, tokens[index + 1]) ? [index] : []));
}

/** Whether the token denies without a negator, hedges a denial or makes it conditional. */
export function isSoftNegation(token: Token): boolean {
  return softNegations.has(token.text);
}

/** Whether what stands between two words ends a clause. */
export function endsClause(between: string): boolean {
  return clauseEnd.test(between);
}

/** Whether the text has words beside which the presence or absence of a negator proves nothing. */
export function isHedged(tokens: readonly Token[]): boolean {
  return tokens.some(isSoftNegation);
}
