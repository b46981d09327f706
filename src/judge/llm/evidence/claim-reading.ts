import { maskCitations } from "../../../text/citations.ts";
import { maskLabels } from "../../../text/labels.ts";
import { looseKeys, numbersIn, type NumberMention } from "../../../text/numbers.ts";
import { tokenize, type Token } from "../../../text/tokens.ts";
import type { AnalysedClaim } from "../../embedded/analysis.ts";
import { createHashedRepresentation } from "../../embedded/hashed-representation.ts";
import { functionWordWeight } from "../../embedded/representation.ts";
import {
  closeness,
  closenessOf,
  createVocabulary,
  noTerm,
  termOf,
  type Vocabulary,
} from "../../embedded/vocabulary.ts";

/** A text whose words are looked for in other texts. */
export interface ClaimReading extends AnalysedClaim {
  readonly vocabulary: Vocabulary;
}

/** A text in which words are looked for. */
export interface TextReading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly numbers: readonly NumberMention[];
  /** Normal forms of its numbers, loose ones included. */
  readonly keys: ReadonlySet<string>;
}

const representation = createHashedRepresentation();

/** Reads a claim, without citations, URLs and labels. */
export function readClaim(text: string): ClaimReading {
  const plain = maskLabels(maskCitations(text));
  const tokens = tokenize(plain);
  const vocabulary = createVocabulary(representation);
  const terms = Int32Array.from(tokens, (token) => vocabulary.add(token));
  return { text, plain, tokens, terms, numbers: numbersIn(plain, tokens), vocabulary };
}

/** Reads a text of the context. What stands in a URL is no statement. */
export function readText(text: string): TextReading {
  const plain = maskCitations(text);
  const tokens = tokenize(plain);
  const numbers = numbersIn(plain, tokens);
  return {
    text: plain,
    tokens,
    numbers,
    keys: new Set([...numbers.flatMap(({ keys }) => keys), ...looseKeys(tokens)]),
  };
}

/** What a relative of a word counts: "hallucinates" for "hallucination". */
const relativeShare = 0.6;

/**
 * The share of a claim's content, in [0, 1], that is in the texts: words by what they say (inverse document frequency),
 * inflections included; numbers in any form; in scripts without spaces half by pairs of characters. A claim of nothing
 * but function words is read with them.
 */
export function coverageOf(
  claim: ClaimReading,
  texts: readonly TextReading[],
  emptyWords: ReadonlySet<string> = new Set(),
): number {
  const { vocabulary, tokens, terms } = claim;
  const shares = new Float32Array(vocabulary.terms.length);
  const pairs = new Set<string>();
  for (const { tokens: words } of texts) {
    words.forEach((word, position) => {
      const code = vocabulary.find(word);
      if (code !== noTerm) {
        const share = closenessOf(code) === closeness.relative ? relativeShare : 1;
        shares[termOf(code)] = Math.max(shares[termOf(code)] ?? 0, share);
      }
      const before = words[position - 1];
      if (before?.kind === "character" && word.kind === "character") pairs.add(before.text + word.text);
    });
  }
  const numbered = coveredByNumbers(claim, texts);
  const content = hasContent(claim);
  let [total, covered] = [0, 0];
  const counted = new Set<number>();
  tokens.forEach((token, position) => {
    const term = terms[position] ?? noTerm;
    const weight = weightAt(claim, position);
    if ((content && (weight <= functionWordWeight || emptyWords.has(token.text))) || counted.has(term)) return;
    counted.add(term);
    total += weight;
    const found = numbered.has(position) ? 1 : (shares[term] ?? 0);
    const alone = found === 0 && emptyWords.size > 0 && hasKin(token.text, texts) ? relativeShare : found;
    covered +=
      weight * (token.kind === "character" && alone === 1 ? (1 + pairShare(claim, position, pairs)) / 2 : alone);
  });
  return total > 0 ? covered / total : 0;
}

/** Letters that a word and its kin have in common at least. */
const kinLength = 4;

/**
 * Whether the texts have an inflection of the word ("Tage", "Tagen") or a compound with it ("Umsatz", "Umsatzwachstum"),
 * by letters: for languages whose stems are not known.
 */
function hasKin(word: string, texts: readonly TextReading[]): boolean {
  return texts.some(({ tokens }) =>
    tokens.some(({ kind, text }) => {
      const [short, long] = text.length < word.length ? [text, word] : [word, text];
      if (kind !== "word" || short.length < kinLength) return false;
      if (short.length > kinLength && (long.startsWith(short) || long.endsWith(short))) return true;
      return long.length - short.length <= 3 && long.startsWith(short.slice(0, Math.max(kinLength, short.length - 2)));
    }),
  );
}

/** Whether the claim has a word that says something by itself: "Yes, it is." has none. */
export function hasContent(claim: ClaimReading): boolean {
  return claim.numbers.length > 0 || claim.tokens.some((_, position) => weightAt(claim, position) > functionWordWeight);
}

function weightAt({ vocabulary, terms }: ClaimReading, position: number): number {
  return vocabulary.terms[terms[position] ?? noTerm]?.weight ?? 0;
}

/** Whether one of the character's pairs with a neighbour is in the texts; 1 where it has no neighbour. */
function pairShare({ tokens }: ClaimReading, position: number, pairs: ReadonlySet<string>): number {
  const [before, token, after] = [tokens[position - 1], tokens[position], tokens[position + 1]];
  const left = before?.kind === "character" && before.end === token?.start;
  const right = after?.kind === "character" && after.start === token?.end;
  if (!left && !right) return 1;
  return (left && pairs.has(before.text + (token?.text ?? ""))) ||
    (right && pairs.has((token?.text ?? "") + after.text))
    ? 1
    : 0;
}

/** Positions of the claim that belong to a number which the texts have. */
function coveredByNumbers({ numbers }: ClaimReading, texts: readonly TextReading[]): ReadonlySet<number> {
  const covered = new Set<number>();
  for (const { keys, first, last, unit } of numbers) {
    if (!texts.some((text) => keys.some((key) => text.keys.has(key)))) continue;
    for (let position = first; position <= Math.max(last, unit?.last ?? last); position++) covered.add(position);
  }
  return covered;
}
