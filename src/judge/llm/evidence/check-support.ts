import { functionWordWeight } from "../../embedded/representation.ts";
import { oppositionOf } from "../../embedded/polarity.ts";
import type { Candidate } from "../../embedded/support.ts";
import { noTerm } from "../../embedded/vocabulary.ts";
import { areDigitsMissing, hasNumbersInOtherForm, isNumberMissing } from "./check-numbers.ts";
import { coverageOf, hasContent, readClaim, type ClaimReading } from "./claim-reading.ts";
import { emptyWordsOf } from "./language-of.ts";
import { wordsOf, type EvidenceSentence } from "./evidence-sentence.ts";

/** What the rules say of a claim and what was quoted for it. */
export interface Check {
  /** Nothing speaks against the quotes supporting the claim. */
  readonly holds: boolean;
  /** The quotes speak of what the claim speaks of: enough for a contradiction, whose names and numbers differ. */
  readonly isAbout: boolean;
  /** The quotes deny the claim, or it denies them. */
  readonly denied: boolean;
  readonly flags: readonly string[];
}

/** How {@link checkSupport} looks. */
export interface CheckOptions {
  /** The share of a claim's content that the quoted sentences must have, in [0, 1]. */
  readonly minOverlap: number;
  /** What was asked: a bare "Yes." says what the query asks. */
  readonly query: string;
  /** The answer's language, as far as it is known. */
  readonly language: string | undefined;
  /** Claim and context are in different languages, so that words cannot be compared. */
  readonly otherLanguage: boolean;
}

/** What contradicts a claim has other words in its place: this much of the overlap is enough. */
const contradicting = 0.5;

/** How much of its overlap a claim loses when all its names are nowhere in the chunks quoted. */
const missingNames = 0.5;

/**
 * Checks by rule whether quoted sentences can support a claim, whatever the judge model says: they must share enough of
 * its content, have its numbers with their units, not deny it nor turn it around ("fell" for "rose"). Between languages
 * only digits can be compared.
 */
export function checkSupport(claim: ClaimReading, evidence: readonly EvidenceSentence[], options: CheckOptions): Check {
  const readings = evidence.map(({ reading }) => reading);
  if (readings.length === 0) return { holds: false, isAbout: false, denied: false, flags: [] };
  if (options.otherLanguage) {
    const missing = areDigitsMissing(claim, readings);
    return { holds: !missing, isAbout: true, denied: false, flags: missing ? ["number_missing"] : [] };
  }
  const flags: string[] = [];
  // In German every noun has a capital.
  const names = options.language === "german" ? 0 : shareOfNamesMissing(claim, evidence);
  if (names > 0) flags.push("entity_missing");
  const said = hasContent(claim) ? claim : readClaim(options.query);
  const overlap = coverageOf(said, readings, emptyWordsOf(options.language));
  const isAbout = overlap >= options.minOverlap * contradicting;
  const overlaps = overlap * (1 - missingNames * names) >= options.minOverlap;
  if (!overlaps) flags.push("low_overlap");
  const { denied, replaced, turned } = oppositionOf(claim, candidatesOf(claim, evidence), claim.vocabulary);
  const numberMissing = (replaced && !hasNumbersInOtherForm(claim, readings)) || isNumberMissing(claim, readings);
  if (numberMissing) flags.push("number_missing");
  if (turned) flags.push("direction_mismatch");
  if (denied) flags.push("negation_mismatch");
  return { holds: overlaps && !numberMissing && !turned && !denied, isAbout, denied, flags };
}

/** The share of the claim's names (capitalised words inside it) that are nowhere in the chunks that were quoted. */
function shareOfNamesMissing(
  { tokens, terms, vocabulary }: ClaimReading,
  evidence: readonly EvidenceSentence[],
): number {
  const names = tokens.filter(
    ({ capital }, position) =>
      capital && position > 0 && (vocabulary.terms[terms[position] ?? noTerm]?.weight ?? 0) > functionWordWeight,
  );
  if (names.length === 0) return 0;
  const chunks = [...new Set(evidence.map(({ chunk }) => chunk))].map(wordsOf);
  return names.filter(({ text }) => !chunks.some((words) => words.has(text))).length / names.length;
}

/** The evidence in the form in which the embedded judge compares a claim word by word, what covers most first. */
function candidatesOf(claim: ClaimReading, evidence: readonly EvidenceSentence[]): Candidate[] {
  return evidence
    .map(({ chunk, start, end, reading }) => ({
      chunk: { chunk: { id: chunk.id, text: chunk.text }, sentences: [], numbers: new Map(), nearness: 0 },
      sentence: { start, end, terms: new Int32Array() },
      cover: new Float32Array(),
      covered: coverageOf(claim, [reading]),
    }))
    .sort((left, right) => right.covered - left.covered);
}
