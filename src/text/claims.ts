import { maskCitations } from "./citations.ts";
import { isRefusalSentence } from "./refusals.ts";
import { sentencesOf, type Sentence } from "./sentences.ts";
import { tokenize } from "./tokens.ts";
import { isMeta } from "./meta-sentences.ts";

/** What a sentence of an answer is; only a `claim` states something that the context can support. */
export type SentenceRole = "claim" | "refusal" | "meta" | "structure";

/** A sentence of an answer with its role. */
export interface ClassifiedSentence extends Sentence {
  readonly role: SentenceRole;
}

/** One atomic statement of an answer. */
export interface Claim {
  /** Verbatim from the answer. */
  readonly text: string;
  /** Where it stands in the answer, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * The sentences of an answer, each with its role: headings, code and table headers are `structure`, as is what has no
 * word in it; greetings, offers, questions and lead-ins are `meta`. Lazy and linear; never throws.
 */
export function* classifySentences(answer: string): Generator<ClassifiedSentence, undefined> {
  for (const sentence of sentencesOf(answer)) yield { ...sentence, role: roleOf(answer, sentence) };
  return undefined;
}

/** The claims of an answer, in order. An answer of one bare keyword is a claim. */
export function splitClaims(answer: string): Claim[] {
  const claims: Claim[] = [];
  for (const { role, start, end } of classifySentences(answer)) {
    if (role === "claim") claims.push({ text: answer.slice(start, end), start, end });
  }
  return claims;
}

function roleOf(answer: string, sentence: Sentence): SentenceRole {
  if (sentence.kind === "heading" || sentence.kind === "code" || sentence.kind === "header") return "structure";
  const text = answer.slice(sentence.start, sentence.end);
  if (tokenize(maskCitations(text)).length === 0) return "structure";
  if (isRefusalSentence(text)) return "refusal";
  return isMeta(text) ? "meta" : "claim";
}
