import { endsClause, isNegator, isSoftNegation } from "../../text/negation.ts";
import { align, type Alignment } from "./alignment.ts";
import type { Statement } from "./statement.ts";
import { noTerm } from "./vocabulary.ts";

/** The share of a claim's words that must be in a sentence, in order, for the two to be the same but for negations. */
const sameWords = 0.9;

/** Fewer words, the end of the text among them, say too little. */
const fewestWords = 3;

// Words that come and go with a negation ("does not matter", "has no fee", 没有提到) or may be left out.
const light = new Set(
  `a an the any do does did is are was were am be been being has have had can could will would should shall must may might with
有 的 了 是 会 能 可 并`.split(/\s+/),
);
// "no longer available", 不再适用: part of the negation.
const afterNegator = new Set(["longer", "re", "再", "曾"]);

const endKey = -2;

/** A word that says something, and whether a negator stands right before it. */
interface Word {
  readonly key: number;
  readonly negated: boolean;
  readonly soft: boolean;
}

/**
 * Compares a claim with a sentence that it repeats nearly word for word: `differs` when a negation stands in one of them
 * where the other has none, `agrees` when all negations are the same, `undefined` when it does not repeat the sentence.
 */
export function compareNegations(claim: Statement, sentence: Statement): "agrees" | "differs" | undefined {
  const [left, right] = [wordsOf(claim), wordsOf(sentence)];
  if (Math.min(left.length, right.length) < fewestWords) return undefined;
  const keys = (words: readonly Word[]): number[] => words.map(({ key }) => key);
  const pairs = align(keys(left), keys(right));
  if (pairs === undefined || pairs.length < fewestWords || pairs.length < sameWords * left.length) return undefined;
  const [leftOnly, rightOnly] = [unaligned(left, pairs, 0), unaligned(right, pairs, 1)];
  if ([...leftOnly, ...rightOnly].some(({ soft }) => soft)) return undefined;
  let agrees = ![...leftOnly, ...rightOnly].some(({ negated }) => negated);
  for (const [index, [at, there]] of pairs.entries()) {
    const negated = left[at]?.negated === true;
    if (negated === (right[there]?.negated === true)) continue;
    const before = pairs[index - 1];
    // Only where both say the same before it is the negation all that differs.
    const adjacent = at === 0 || there === 0 || (before?.[0] === at - 1 && before[1] === there - 1);
    if (adjacent) return "differs";
    agrees = false;
  }
  return agrees ? "agrees" : undefined;
}

function unaligned(words: readonly Word[], pairs: Alignment, side: 0 | 1): Word[] {
  const aligned = new Set(pairs.map((pair) => pair[side]));
  return words.filter((_, position) => !aligned.has(position));
}

function wordsOf({ text, tokens, terms }: Statement): Word[] {
  const words: Word[] = [];
  let negated = false;
  tokens.forEach((token, position) => {
    const previous = tokens[position - 1];
    if (previous !== undefined && endsClause(text.slice(previous.end, token.start))) negated = false;
    // 是否 and 能否 ask; they deny nothing.
    const asks = token.text === "否" && ["是", "能", "可"].includes(previous?.text ?? "");
    if (!asks && isNegator(token, tokens[position + 1])) {
      negated = true;
      return;
    }
    if (light.has(token.text) || (negated && afterNegator.has(token.text))) return;
    const term = terms[position] ?? noTerm;
    // A word that the claim has not is like no other.
    words.push({ key: term === noTerm ? endKey - 1 - position : term, negated, soft: isSoftNegation(token) });
    negated = false;
  });
  // A negation may be the last word: "what it cannot".
  words.push({ key: endKey, negated, soft: false });
  return words;
}
