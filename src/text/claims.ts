import { hasWord, isSpace } from "./characters.ts";
import { maskCitations } from "./citations.ts";
import { refusalParts } from "./refusals.ts";
import { sentencesOf, type Sentence } from "./sentences.ts";
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
    const parts = read(answer, sentence);
    if (parts.length === 1 && parts[0]?.role === "claim" && endsInColon(answer, sentence)) waiting = parts[0];
    else yield* parts;
  }
  if (waiting !== undefined) yield waiting;
  // An answer of nothing but "**Paris**" is a keyword in bold, not a heading.
  if (alone !== undefined) yield* read(answer, { ...alone, kind: "paragraph" });
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

// "[^1]: policy.md", "Sources: a.b, c.d": where it is from, not what is so.
const sourceList =
  /^(?:\[\^?[\w-]{1,24}\]: |(?:sources?|references?|citations?|来源|出处|参考(?:资料|文献|来源)?) ?[:：] ?\S[^.!?。！？]{0,160}(?:\.\w[^.!?。！？]{0,80}){0,8}[.。]?$)/i;
const markerOnly = /^\(?\d{1,2}[.)]$/;
const linkOnly = /^(?:see |source: )?\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)[.,;]?$/i;

/** The sentence with its role: in parts where it declines to answer and states something besides. */
function read(answer: string, sentence: Sentence): ClassifiedSentence[] {
  if (sentence.kind === "heading" || sentence.kind === "code" || sentence.kind === "header")
    return [{ ...sentence, role: "structure" }];
  const text = answer.slice(sentence.start, sentence.end);
  const plain = maskCitations(text);
  if (!hasWord(plain) || linkOnly.test(text) || sourceList.test(text)) return [{ ...sentence, role: "structure" }];
  // "1." on a line of its own; alone it is the answer.
  if (markerOnly.test(text) && answer.trim() !== text) return [{ ...sentence, role: "structure" }];
  const parts = refusalParts(plain);
  if (parts.length === 1 && parts[0]?.refusal === false)
    return [{ ...sentence, role: isMeta(plain) ? "meta" : "claim" }];
  return parts.flatMap((part) => {
    let [start, end] = [sentence.start + part.start, sentence.start + part.end];
    while (start < end && isSpace(answer.charCodeAt(start))) start++;
    while (end > start && isSpace(answer.charCodeAt(end - 1))) end--;
    return end > start ? [{ ...sentence, start, end, role: part.refusal ? "refusal" : "claim" }] : [];
  });
}
