import type { Token } from "../../text/tokens.ts";
import type { Representation } from "./representation.ts";

/** One term of the query or the answer. */
export interface Term {
  readonly key: string;
  readonly weight: number;
}

/** Added to a term's number where the context has a relative of it (hallucinate for hallucination), not the term itself. */
export const relativeOffset = 0x4000_0000;

/** Marks a context token that is no term of the query or the answer. */
export const noTerm = -1;

/** The terms of one interaction's query and answer; the context is read through it, so that its other words cost nothing. */
export interface Vocabulary {
  readonly terms: readonly Term[];
  /** The term's number, made if need be. */
  add(token: Token): number;
  /** The number of the term, of a relative of it (plus {@link relativeOffset}), or {@link noTerm}. */
  find(token: Token): number;
}

/** Letters that two words must share at the start to be relatives. */
const relativeLength = 5;

/** Starts an empty vocabulary. All terms must be added before the first is looked up. */
export function createVocabulary(representation: Representation): Vocabulary {
  const terms: Term[] = [];
  const byKey = new Map<string, number>();
  const byStart = new Map<string, number>();
  const known = new Map<string, number>();

  function add(token: Token): number {
    const key = representation.keyOf(token);
    const weight = representation.weightOf(token, key);
    const found = byKey.get(key);
    if (found !== undefined) return found;
    const term = terms.push({ key, weight }) - 1;
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
    const relative = exact === undefined && token.kind === "word" && key.length >= relativeLength ? byStart.get(key.slice(0, relativeLength)) : undefined;
    const found = exact ?? (relative === undefined ? noTerm : relative + relativeOffset);
    known.set(token.text, found);
    return found;
  }

  return { terms, add, find };
}
