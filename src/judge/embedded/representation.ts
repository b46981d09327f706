import type { Token } from "../../text/tokens.ts";

/**
 * What words and texts mean to the judges. The judges know nothing of how: the first one hashes n-grams, a later one
 * may look words up in a table of vectors.
 */
export interface Representation {
  /** The form under which a token equals its inflections. */
  keyOf(token: Token): string;
  /** How much a token says: its inverse document frequency, scaled to (0, 1]. */
  weightOf(token: Token): number;
  /** A measure of how near other texts are to this one: the cosine of their vectors, cut to [0, 1]; 0 when one of them is empty. */
  nearnessTo(text: readonly Token[]): (other: readonly Token[]) => number;
}

/** Tokens that weigh no more than this are function words: they say nothing about what a text is about. */
export const functionWordWeight = 0.15;
