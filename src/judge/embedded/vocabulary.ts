import type { Token } from "../../text/tokens.ts";
import type { Representation } from "./representation.ts";

/** One term of the query or the answer. */
export interface Term {
  readonly key: string;
  readonly weight: number;
  /** A character of a script without spaces. */
  readonly character: boolean;
}

/** How close a word of the context is to a term: the same form, the same stem, or a relative (hallucinate, hallucination). */
export const closeness = { form: 0, stem: 1, relative: 2 } as const;

/** What a word of the context counts for a term, by {@link closeness}. */
export const closenessShares: readonly number[] = [1, 0.7, 0.3];

const closenessUnit = 0x1000_0000;

/** The term a code stands for. */
export function termOf(code: number): number {
  return code % closenessUnit;
}

/** How close the word was, as one of {@link closeness}. */
export function closenessOf(code: number): number {
  return Math.floor(code / closenessUnit);
}

/** Marks a context token that is no term of the query or the answer. */
export const noTerm = -1;

/** The terms of one interaction's query and answer; the context is read through it, so that its other words cost nothing. */
export interface Vocabulary {
  readonly terms: readonly Term[];
  /** The term's number, made if need be. */
  add(token: Token): number;
  /** The code of the term that the word is or is close to, or {@link noTerm}; read it with {@link termOf} and {@link closenessOf}. */
  find(token: Token): number;
}

/** Letters that two words must share at the start to be relatives. */
const relativeLength = 5;

/** Starts an empty vocabulary. All terms must be added before the first is looked up. */
export function createVocabulary(representation: Representation): Vocabulary {
  const terms: Term[] = [];
  const byKey = new Map<string, number>();
  const byStart = new Map<string, number>();
  const forms = new Set<string>();
  const known = new Map<string, number>();

  function add(token: Token): number {
    forms.add(token.text);
    const key = representation.keyOf(token);
    const weight = representation.weightOf(token);
    const found = byKey.get(key);
    if (found !== undefined) return found;
    const term = terms.push({ key, weight, character: token.kind === "character" }) - 1;
    byKey.set(key, term);
    if (token.kind === "word" && key.length > relativeLength - 1) {
      const start = key.slice(0, relativeLength);
      if (!byStart.has(start)) byStart.set(start, term);
    }
    return term;
  }

  function find(token: Token): number {
    const cached = known.get(token.text);
    if (cached !== undefined) return cached;
    const key = representation.keyOf(token);
    const exact = byKey.get(key);
    const found =
      exact === undefined
        ? relativeOf(token, key)
        : exact + (forms.has(token.text) ? closeness.form : closeness.stem) * closenessUnit;
    known.set(token.text, found);
    return found;
  }

  function relativeOf(token: Token, key: string): number {
    if (token.kind !== "word" || key.length < relativeLength) return noTerm;
    const term = byStart.get(key.slice(0, relativeLength));
    return term === undefined ? noTerm : term + closeness.relative * closenessUnit;
  }

  return { terms, add, find };
}
