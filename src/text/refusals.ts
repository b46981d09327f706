import { hasWord } from "./characters.ts";
import { chineseApology, chineseLeads, chineseTurn, isChineseRefusal, signChineseSources } from "./chinese-refusals.ts";
import { englishApology, englishLeads, englishTurn, isEnglishRefusal, signEnglishSources } from "./english-refusals.ts";
import { isMeta } from "./meta-sentences.ts";
import { writingSystemOf } from "./script.ts";
import { simplify } from "./simplify.ts";

/** A refusal says what it is early: the rest of a long clause is not looked at. */
const lookedAt = 400;

/** Turns of a sentence that are looked at, and courtesies before a clause that are passed over. */
const most = { turns: 6, leads: 5 } as const;

/** No refusal does without one of these; most sentences have none and are done with at once. */
const sign =
  /n['’]t|\bno|unable|cannot|unanswer|unsure|unaware|unknown|unclear|uncertain|lack|silent|impossible|\bhard|difficult|insufficient|neither|beyond|outside|n\/a|[不没沒無无未缺难難]/i;

interface Language {
  readonly leads: readonly RegExp[];
  /** Writes what names the context as a sign. */
  readonly sign: (clause: string) => string;
  readonly isRefusal: (clause: string) => boolean;
  readonly apology: RegExp;
  readonly turn: RegExp;
}

const english: Language = {
  leads: englishLeads,
  sign: signEnglishSources,
  isRefusal: isEnglishRefusal,
  apology: englishApology,
  turn: englishTurn,
};
const chinese: Language = {
  leads: chineseLeads,
  sign: signChineseSources,
  isRefusal: isChineseRefusal,
  apology: chineseApology,
  turn: chineseTurn,
};

/** A stretch of a sentence, in UTF-16 code units, and whether it declines to answer. */
export interface SentencePart {
  readonly start: number;
  readonly end: number;
  readonly refusal: boolean;
}

/**
 * Whether the sentence declines to answer: "I don't know", "The documents do not say …", "cannot be answered from the
 * context", 无法回答, 文档没有提到 …. What counts is its main clause: "a claim that the source does not mention" and
 * "users who do not know their password" decline nothing, nor does a sentence that goes on to state something.
 * Linear; never throws.
 */
export function isRefusalSentence(sentence: string): boolean {
  return refusalParts(sentence).every((part) => part.refusal);
}

/**
 * The sentence, cut where it turns from declining to stating or back ("The documents do not say when, but the fee is 5
 * euros."). There is at least one part, and together they cover the sentence.
 */
export function refusalParts(sentence: string): readonly SentencePart[] {
  const whole: SentencePart = { start: 0, end: sentence.length, refusal: false };
  if (!sign.test(sentence)) return [whole];
  const language = writingSystemOf(sentence) === "unspaced" ? chinese : english;
  const text = language === chinese ? simplify(sentence) : sentence;
  const parts: SentencePart[] = [];
  let start = 0;
  for (const end of endsOf(text, language.turn)) {
    const refusal = declines(text.slice(start, end), language);
    const last = parts.at(-1);
    // An apology or an offer belongs to what it stands beside.
    if (refusal === undefined && last === undefined && end < sentence.length) continue;
    if (last !== undefined && (refusal ?? last.refusal) === last.refusal) parts[parts.length - 1] = { ...last, end };
    else parts.push({ start, end, refusal: refusal ?? false });
    start = end;
  }
  return parts.length === 0 ? [whole] : parts;
}

function endsOf(sentence: string, turn: RegExp): number[] {
  const ends: number[] = [];
  for (const found of sentence.matchAll(turn)) {
    if (ends.length === most.turns) break;
    if (found.index > 0) ends.push(found.index + found[0].length);
  }
  return [...ends, sentence.length];
}

// “无法回答” is a refusal: what is quoted is spoken of, not said.
const mention = /^\s*["“「『`][^"”」』`\n]{1,120}["”」』`](?=.{0,8}[\p{L}\p{N}]{2})/u;

/** Whether the clause declines to answer; `undefined` for one that says nothing at all. */
function declines(clause: string, language: Language): boolean | undefined {
  let text = clause
    .slice(0, lookedAt)
    .trim()
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[\s§]+/g, " ")
    .replace(/^[-*>#\s"“'(]{1,8}/, "");
  if (mention.test(clause)) return false;
  if (!hasWord(text) || language.apology.test(text)) return undefined;
  text = language.sign(text);
  for (let lead = 0; lead <= most.leads; lead++) {
    if (language.isRefusal(text)) return true;
    const rest = withoutLead(text, language.leads);
    if (rest === undefined) return isMeta(text) ? undefined : false;
    text = rest;
  }
  return false;
}

function withoutLead(text: string, leads: readonly RegExp[]): string | undefined {
  for (const lead of leads) {
    const length = lead.exec(text)?.[0].length ?? 0;
    if (length > 0 && length < text.length) return text.slice(length);
  }
  return undefined;
}
