import { numbersIn, type NumberMention } from "../../text/numbers.ts";
import { tokenize } from "../../text/tokens.ts";
import { thing } from "../../text/units.ts";
import type { AnalysedClaim } from "./analysis.ts";
import type { EvidenceIndex, EvidenceSentence } from "./evidence-index.ts";
import { functionWordWeight } from "./representation.ts";
import type { Candidate, ClaimTerms } from "./support.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The positions of words that make up numbers, their units and dates which the context has, in whatever form. */
export function foundNumbers(claim: AnalysedClaim, index: EvidenceIndex): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { keys, first, last, unit } of claim.numbers) {
    const known = keys.filter((key) => index.hasNumber(key));
    if (known.length === 0) continue;
    const hasUnit = unit !== undefined && known.some((key) => index.unitsOf(key).has(unit.name));
    for (let position = first; position <= (hasUnit ? unit.last : last); position++) found.add(position);
  }
  return found;
}

/** Characters of sentences searched for a number written in another form. */
const mostCharacters = 100_000;

/** The first sentence with one of the claim's numbers, in whatever form: what a bare "1.2 million" rests on. */
export function numberEvidence(claim: AnalysedClaim, index: EvidenceIndex): EvidenceSentence | undefined {
  const keys = claim.numbers.flatMap((mention) => mention.keys).filter((key) => index.hasNumber(key));
  if (keys.length === 0) return undefined;
  let characters = 0;
  return index.sentences.find(({ chunk, sentence }) => {
    if (characters > mostCharacters || !keys.some((key) => chunk.numbers.has(key))) return false;
    characters += sentence.end - sentence.start;
    const { text } = chunk.chunk;
    const mentions = numbersIn(text, tokenize(text, sentence.start, sentence.end));
    return mentions.some((mention) => mention.keys.some((key) => keys.includes(key)));
  });
}

/**
 * Whether a number that the context has not stands where the evidence has another: "three days" against "two days".
 * What tells is the word after the number, which both must have.
 */
export function isReplaced(claim: AnalysedClaim, mention: NumberMention, candidates: readonly Candidate[]): boolean {
  const counted = claim.tokens[mention.last + 1];
  const best = candidates[0];
  if (counted === undefined || counted.kind === "number" || best === undefined) return false;
  const { text } = best.chunk.chunk;
  const tokens = tokenize(text, best.sentence.start, best.sentence.end);
  return numbersIn(text, tokens).some(({ keys, last }) => keys.length > 0 && tokens[last + 1]?.text === counted.text);
}

/**
 * Whether the context has the number, but always with another unit: 30 minutes where it says 30 seconds. Where it has it
 * even once with what may be the same, nothing can be told.
 */
export function countsOther({ keys, unit }: NumberMention, index: EvidenceIndex): boolean {
  const units = new Set(keys.flatMap((key) => [...index.unitsOf(key)]));
  if (unit === undefined || units.size === 0 || units.has(unit.name) || units.has("")) return false;
  // "5 users" against 5 % is certain, against 5 days it may be another five.
  return unit.name !== thing || (units.size === 1 && units.has("%"));
}

/** The weight, as a share, of numbers that the context has, but in another form: 1.2 million for 1,200,000. */
export function otherForms(
  claim: AnalysedClaim,
  terms: ClaimTerms,
  found: ReadonlySet<number>,
  index: EvidenceIndex,
): number {
  const absent = new Set(
    [...found].map((position) => claim.terms[position] ?? -1).filter((term) => index.presenceOf(term) === 0),
  );
  return (
    terms.terms.reduce((sum, term, slot) => sum + (absent.has(term) ? (terms.weights[slot] ?? 0) : 0), 0) / terms.total
  );
}

/** The share of the claim's names (capitalised words inside it, months of found dates aside) that the context has not. */
export function nameShareMissing(
  claim: AnalysedClaim,
  found: ReadonlySet<number>,
  index: EvidenceIndex,
  vocabulary: Vocabulary,
): number {
  let names = 0;
  let missing = 0;
  claim.tokens.forEach((token, position) => {
    const term = claim.terms[position] ?? -1;
    if (
      position === 0 ||
      found.has(position) ||
      !token.capital ||
      (vocabulary.terms[term]?.weight ?? 0) <= functionWordWeight
    )
      return;
    names++;
    if (index.presenceOf(term) === 0) missing++;
  });
  return names === 0 ? 0 : missing / names;
}
