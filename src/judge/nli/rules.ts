import type { AnalysedClaim } from "../embedded/analysis.ts";
import type { EvidenceIndex } from "../embedded/evidence-index.ts";
import { countsOther, isReplaced } from "../embedded/numbers-and-names.ts";
import { oppositionOf } from "../embedded/polarity.ts";
import type { Candidate } from "../embedded/support.ts";
import type { Vocabulary } from "../embedded/vocabulary.ts";

/** What a claim is checked for besides asking the model. */
export interface Rules {
  readonly numbers: boolean;
  readonly negations: boolean;
}

/** What the rules find against a claim, as flags of the embedded judge; with one of them it is not supported. */
export function flagsOf(
  claim: AnalysedClaim,
  candidates: readonly Candidate[],
  index: EvidenceIndex,
  vocabulary: Vocabulary,
  rules: Rules,
): readonly string[] {
  if (!rules.numbers && !rules.negations) return [];
  const { denied, replaced, turned } = oppositionOf(claim, candidates, vocabulary);
  const flags: string[] = [];
  if (rules.numbers && (replaced || hasOtherNumber(claim, candidates, index))) flags.push("number_missing");
  if (rules.negations && turned) flags.push("direction_mismatch");
  if (rules.negations && denied) flags.push("negation_mismatch");
  return flags;
}

function hasOtherNumber(claim: AnalysedClaim, candidates: readonly Candidate[], index: EvidenceIndex): boolean {
  return claim.numbers.some((mention) => {
    if (countsOther(mention, index)) return true;
    const isMissing = !mention.keys.some((key) => index.hasNumber(key));
    return isMissing && (mention.strong || isReplaced(claim, mention, candidates));
  });
}
