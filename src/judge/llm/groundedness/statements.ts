import type { Interaction } from "../../../core/interaction.ts";
import { hasWord } from "../../../text/characters.ts";
import { classifySentences } from "../../../text/claims.ts";
import { onOneLine } from "../clean-text.ts";
import type { Envelope } from "../envelope.ts";
import { languageOf } from "../evidence/language-of.ts";

/** A sentence of the answer that states something, or may do so. */
export interface Statement {
  /** From 1, in the answer's order. */
  readonly number: number;
  /** Cleaned, on one line. */
  readonly text: string;
  /** Our rules cannot tell whether it states something: a short sentence without a number in a language they do not know. */
  readonly mayStateNothing: boolean;
}

/** The answer, read for claims. */
export interface ReadAnswer {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** Whether a sentence of it declines to answer. */
  readonly hasRefusal: boolean;
}

/** Languages whose refusals and courtesies our rules know; one that cannot be told is taken to be among them. */
const knownLanguages: ReadonlySet<string | undefined> = new Set([undefined, "english", "han"]);

/** A longer sentence states something. */
const longestCourtesy = 200;

/** Reads the answer's statements by rule, so that no model can leave one out unnoticed. */
export function readAnswer({ answer, query }: Interaction, envelope: Envelope): ReadAnswer {
  const text = envelope.clean(answer ?? "");
  // A short answer does not show its language; what was asked may.
  const isForeign = !knownLanguages.has(languageOf(text) ?? languageOf(query ?? ""));
  const statements: Statement[] = [];
  let hasRefusal = false;
  for (const { role, start, end } of classifySentences(text)) {
    if (role === "refusal") hasRefusal = true;
    const sentence = onOneLine(text.slice(start, end));
    if (role !== "claim" || !hasWord(sentence)) continue;
    const mayStateNothing = isForeign && sentence.length <= longestCourtesy && !/\p{N}/u.test(sentence);
    statements.push({ number: statements.length + 1, text: sentence, mayStateNothing });
  }
  return { text, statements, hasRefusal };
}
