import { numbersIn, type NumberMention } from "../../text/numbers.ts";
import { tokenize, type Token } from "../../text/tokens.ts";
import type { AnalysedClaim } from "./analysis.ts";
import type { Candidate } from "./support.ts";
import { closeness, closenessOf, noTerm, termOf, type Vocabulary } from "./vocabulary.ts";

/** A text with the terms of its tokens; a token that is no term of the claim, nor of its stem, has `noTerm`. */
export interface Statement {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly terms: Int32Array;
  readonly numbers: readonly NumberMention[];
}

/** The claim as a statement. */
export function statementOf(claim: AnalysedClaim): Statement {
  return { text: claim.plain, tokens: claim.tokens, terms: claim.terms, numbers: claim.numbers };
}

/** A sentence of the context as a statement, read again word by word. */
export function readStatement({ chunk, sentence }: Candidate, vocabulary: Vocabulary): Statement {
  const text = chunk.chunk.text.slice(sentence.start, sentence.end);
  const tokens = tokenize(text);
  const terms = Int32Array.from(tokens, (token) => {
    const code = vocabulary.find(token);
    return code === noTerm || closenessOf(code) === closeness.relative ? noTerm : termOf(code);
  });
  return { text, tokens, terms, numbers: numbersIn(text, tokens) };
}
