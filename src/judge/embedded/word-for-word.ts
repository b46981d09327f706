import { endsClause, isNegator, isSoftNegation } from "../../text/negation.ts";
import { oppositeAt } from "../../text/opposites.ts";
import type { NumberMention } from "../../text/numbers.ts";
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

/** Numbers that stand side by side in a date, and some more. */
const mostSideBySide = 8;

/** Keys of groups of opposites start here, above all terms. */
const firstGroupKey = 0x4000_0000;
const endKey = -2;
const numberKey = -3;
const unknownKey = -4;

/** A word that says something, or numbers side by side, and whether a negator stands right before it. */
interface Word {
  readonly key: number;
  readonly negated: boolean;
  /** It says the opposite of what another word of the same key says: "fell", where "rose" does not. */
  readonly turned: boolean;
  readonly soft: boolean;
  readonly numbers: readonly NumberMention[];
}

/** How a claim differs from a sentence that it repeats nearly word for word. */
export interface Difference {
  /** A negation stands in one of them where the other has none. */
  readonly negation: boolean;
  /** The claim has another number in the same place. */
  readonly number: boolean;
  /** The claim says the opposite in the same place: "fell" for "rose". */
  readonly direction: boolean;
  /** All negations, directions and numbers are the same. */
  readonly agrees: boolean;
}

/** Compares a claim with a sentence; `undefined` when it does not repeat it. */
export function compareWords(claim: Statement, sentence: Statement): Difference | undefined {
  const [left, right] = [wordsOf(claim), wordsOf(sentence)];
  if (Math.min(left.length, right.length) < fewestWords) return undefined;
  const keys = (words: readonly Word[]): number[] => words.map(({ key }) => key);
  const pairs = align(keys(left), keys(right));
  if (pairs === undefined || pairs.length < fewestWords || pairs.length < sameWords * left.length) return undefined;
  const others = [...unaligned(left, pairs, 0), ...unaligned(right, pairs, 1)];
  let agrees = !others.some(({ negated }) => negated);
  let [negation, number, direction] = [false, false, false];
  for (const [index, [at, there]] of pairs.entries()) {
    const [one, other] = [left[at], right[there]];
    if (one === undefined || other === undefined) continue;
    const sameNumbers = includesAll(other.numbers, one.numbers);
    if (one.negated === other.negated && one.turned === other.turned && sameNumbers) continue;
    agrees = false;
    // Only where both say the same beside it is it all that differs.
    if (at !== 0 && there !== 0 && !follows(pairs[index - 1], at - 1, there - 1)) continue;
    if (one.negated !== other.negated) negation = true;
    // "Did not rise" is not "fell", nor is it far from it: nothing can be told.
    else if (one.turned !== other.turned) direction = true;
    if (!sameNumbers && follows(pairs[index + 1], at + 1, there + 1)) number = true;
  }
  // "The 23rd Games" is in "the 2017 Games, known as the 23rd Games" though the first number in its place is another.
  if (number && align(exactKeys(left), exactKeys(right))?.length === left.length) number = false;
  // "Prices rose in May and fell in June" does say that prices fell in June.
  if ((negation || direction) && align(sidedKeys(left), sidedKeys(right))?.length === pairs.length)
    [negation, direction] = [false, false];
  // A condition or a hedge that only one of them has may be why they differ in their negations.
  return { agrees, number, direction, negation: negation && !others.some(({ soft }) => soft) };
}

/** The words' keys, with one a number for numbers; negative and far from the others. */
function exactKeys(words: readonly Word[]): number[] {
  return words.map(({ key, numbers }) => (key === numberKey ? -1e6 - hashOf(numbers) : key));
}

/** The words' keys, with one for each side that a word may take. */
function sidedKeys(words: readonly Word[]): number[] {
  return words.map(({ key, negated, turned }) => key * 4 + (negated ? 1 : 0) + (turned ? 2 : 0));
}

function hashOf(numbers: readonly NumberMention[]): number {
  let hash = 0;
  const text = numbers
    .map(({ keys }) => keys[0] ?? "")
    .sort()
    .join(" ");
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 0x7fff_ffff;
  return hash;
}

function follows(pair: Alignment[number] | undefined, at: number, there: number): boolean {
  return pair !== undefined && pair[0] === at && pair[1] === there;
}

function includesAll(context: readonly NumberMention[], claim: readonly NumberMention[]): boolean {
  // So many numbers side by side are no date; they are not looked into.
  if (claim.length > mostSideBySide) return true;
  return claim.every(({ keys }) => context.some((other) => other.keys.some((key) => keys.includes(key))));
}

function unaligned(words: readonly Word[], pairs: Alignment, side: 0 | 1): Word[] {
  const aligned = new Set(pairs.map((pair) => pair[side]));
  return words.filter((_, position) => !aligned.has(position));
}

/** The words of a statement that say something, with the end of the text as the last. */
function wordsOf({ text, tokens, terms, numbers }: Statement): Word[] {
  const words: Word[] = [];
  const numbersAt = new Map<number, NumberMention[]>();
  for (const mention of numbers) {
    const found = numbersAt.get(mention.first);
    if (found === undefined) numbersAt.set(mention.first, [mention]);
    else found.push(mention);
  }
  let negated = false;
  /** The numbers right before this token, and where the last of them ends. */
  let open: NumberMention[] = [];
  let openUntil = -1;
  let oppositeUntil = -1;
  tokens.forEach((token, position) => {
    const previous = tokens[position - 1];
    // "is not (a + b)": what opens does not end the clause.
    const between = previous === undefined ? "" : text.slice(previous.end, token.start).replaceAll(/[(（"“]/g, "");
    if (endsClause(between)) negated = false;
    if (position <= oppositeUntil) return;
    const opposite = oppositeAt(tokens, position);
    if (opposite !== undefined) {
      const isDenial = opposite.kind === "denial" && opposite.turned;
      words.push({
        key: firstGroupKey + opposite.group,
        negated: negated !== isDenial,
        turned: opposite.kind === "direction" && opposite.turned,
        soft: isDenial,
        numbers: [],
      });
      oppositeUntil = position + opposite.length - 1;
      negated = false;
      return;
    }
    // 是否 and 能否 ask; they deny nothing.
    const asks = token.text === "否" && ["是", "能", "可"].includes(previous?.text ?? "");
    if (!asks && isNegator(token, tokens[position + 1])) {
      negated = true;
      return;
    }
    if (position <= openUntil) return;
    const mentions = numbersAt.get(position);
    if (mentions !== undefined) {
      // Day, month and year stand side by side in any order: they are one word.
      if (position !== openUntil + 1 || open.length === 0) {
        open = [];
        words.push({ key: numberKey, negated, turned: false, soft: false, numbers: open });
      }
      open.push(...mentions);
      openUntil = mentions[0]?.last ?? position;
    } else if (light.has(token.text) || (negated && afterNegator.has(token.text))) {
      return;
    } else {
      const term = terms[position] ?? noTerm;
      // A word that the claim has not is like no other.
      const key = term === noTerm ? unknownKey - position : term;
      words.push({ key, negated, turned: false, soft: isSoftNegation(token), numbers: [] });
    }
    negated = false;
  });
  // A negation may be the last word: "what it cannot".
  words.push({ key: endKey, negated, turned: false, soft: false, numbers: [] });
  return words;
}
