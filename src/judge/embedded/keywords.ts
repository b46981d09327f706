import type { AnalysedClaim } from "./analysis.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { noTerm, termOf } from "./vocabulary.ts";

/** A claim of no more characters is a keyword or a name: parts of it found here and there say nothing. */
const longestKeyword = 4;

/** A claim of fewer words is one too. */
const fewestWords = 3;

/** Whether the claim is so short that it states nothing by itself which a sentence could deny for certain. */
export function isKeyword({ tokens }: AnalysedClaim): boolean {
  return tokens.length < fewestWords || isShortName(tokens);
}

function isShortName(tokens: AnalysedClaim["tokens"]): boolean {
  return tokens.length <= longestKeyword && tokens.every(({ kind }) => kind === "character");
}

/** Sentences searched for a keyword. */
const mostSentences = 500;

/**
 * Whether the claim is a keyword of a few characters (猫, 清华大学) that stands nowhere in the context as a whole. `found`
 * are the positions of numbers that the context has in whatever form: 三十人 is in 30人.
 */
export function isMissingKeyword(claim: AnalysedClaim, found: ReadonlySet<number>, index: EvidenceIndex): boolean {
  const { tokens, terms } = claim;
  if (!isShortName(tokens)) return false;
  let run: number[] = [];
  for (let position = 0; position <= tokens.length; position++) {
    if (position < tokens.length && !found.has(position)) {
      run.push(terms[position] ?? noTerm);
      continue;
    }
    if (run.length > 0 && !stands(run, index)) return true;
    run = [];
  }
  return false;
}

/** Whether the terms stand side by side, in order, in a sentence; taken for granted where too many would have to be searched. */
function stands(run: readonly number[], index: EvidenceIndex): boolean {
  for (let at = 1; at < run.length; at++) if (!index.hasPair(run[at - 1] ?? noTerm, run[at] ?? noTerm)) return false;
  const rarest = run
    .map((term) => index.postingsOf(term).sentences)
    .reduce((left, right) => (right.length < left.length ? right : left));
  if (run.length <= 2) return rarest.length > 0;
  return (
    rarest.length > mostSentences ||
    rarest.some((number) => {
      const words = index.sentences[number]?.sentence.terms ?? new Int32Array();
      return words.some((_, start) =>
        run.every((term, offset) => {
          const code = words[start + offset] ?? noTerm;
          return code !== noTerm && termOf(code) === term;
        }),
      );
    })
  );
}
