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
 * word in it; greetings, offers, questions and lead-ins to a list are `meta`. Lazy and linear; never throws.
 */
export function* classifySentences(answer: string): Generator<ClassifiedSentence, undefined> {
  let waiting: ClassifiedSentence | undefined;
  let alone: Sentence | undefined;
  let isFirst = true;
  for (const sentence of sentencesOf(answer)) {
    if (alone !== undefined) yield { ...alone, role: "structure" };
    alone = isFirst && isBoldLine(answer, sentence) ? sentence : undefined;
    isFirst = false;
    if (alone !== undefined) continue;
    if (waiting !== undefined) yield isListItem(sentence) ? { ...waiting, role: "meta" } : waiting;
    waiting = undefined;
    const role = roleOf(answer, sentence);
    if (role === "claim" && endsInColon(answer, sentence)) {
      waiting = { ...sentence, role };
      continue;
    }
    const splitAt = role === "refusal" ? turnOf(answer, sentence) : undefined;
    if (splitAt === undefined) {
      yield { ...sentence, role };
    } else {
      yield { ...sentence, end: splitAt, role };
      const rest = { ...sentence, start: splitAt };
      yield { ...rest, role: roleOf(answer, rest) };
    }
  }
  if (waiting !== undefined) yield waiting;
  // An answer of nothing but "**Paris**" is a keyword in bold, not a heading.
  if (alone !== undefined) yield { ...alone, role: roleOf(answer, { ...alone, kind: "paragraph" }) };
  return undefined;
}

function isBoldLine(answer: string, sentence: Sentence): boolean {
  return sentence.kind === "heading" && /^(?:\*\*|__)/.test(answer.slice(sentence.start, sentence.start + 2));
}

// "The grounds for an appeal include:" before a list leads in; the items are the statements.
function endsInColon(answer: string, sentence: Sentence): boolean {
  return /[:：]["'*_]{0,3}$/.test(answer.slice(Math.max(sentence.start, sentence.end - 4), sentence.end));
}

function isListItem(sentence: Sentence): boolean {
  return (
    sentence.kind === "bullet" || sentence.kind === "header" || sentence.kind === "row" || sentence.kind === "code"
  );
}

const turn = /[,;] (?=(?:but|however|though|although)\b)|[，；](?=但|不过|然而|可是)/iu;

// "The documents do not say when, but the fee is 5 euros": what comes after the turn may be a claim.
function turnOf(answer: string, sentence: Sentence): number | undefined {
  const text = answer.slice(sentence.start, sentence.end);
  const found = turn.exec(text);
  if (found === null || found.index === 0) return undefined;
  const at = sentence.start + found.index + found[0].length;
  return isRefusalSentence(answer.slice(sentence.start, at)) ? at : undefined;
}

/** The claims of an answer, in order. An answer of one bare keyword is a claim. */
export function splitClaims(answer: string): Claim[] {
  const claims: Claim[] = [];
  for (const { role, start, end } of classifySentences(answer)) {
    if (role === "claim") claims.push({ text: answer.slice(start, end), start, end });
  }
  return claims;
}

/** Whether the whole answer is a refusal: it has a refusal sentence and no claim remains. Linear; never throws. */
export function isRefusal(answer: string): boolean {
  let refused = false;
  for (const { role } of classifySentences(answer)) {
    if (role === "claim") return false;
    if (role === "refusal") refused = true;
  }
  return refused;
}

const linkOnly = /^(?:see |source: )?\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)[.,;]?$/i;

function roleOf(answer: string, sentence: Sentence): SentenceRole {
  if (sentence.kind === "heading" || sentence.kind === "code" || sentence.kind === "header") return "structure";
  const text = answer.slice(sentence.start, sentence.end);
  const plain = maskCitations(text).trim();
  if (tokenize(plain).length === 0) return "structure";
  if (linkOnly.test(text)) return "structure";
  if (isRefusalSentence(plain)) return "refusal";
  return isMeta(plain) ? "meta" : "claim";
}
