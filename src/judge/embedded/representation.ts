import type { Token } from "../../text/tokens.ts";

/** How near a text, told piece by piece, is to the one the measure was made for. */
export interface Nearness {
  add(tokens: readonly Token[]): void;
  /** The cosine of the two texts' vectors, cut to [0, 1]; 0 when one of them is empty. */
  value(): number;
}

/**
 * What words and texts mean to the judges. The judges know nothing of how: the first one hashes n-grams, a later one
 * may look words up in a table of vectors.
 */
export interface Representation {
  /** The form under which a token equals its inflections. */
  keyOf(token: Token): string;
  /** How much a token says: its inverse document frequency, scaled to (0, 1]. */
  weightOf(token: Token): number;
  /** Makes measures of how near other texts are to this one. */
  nearnessTo(text: readonly Token[]): () => Nearness;
}

/** Tokens that weigh no more than this are function words: they say nothing about what a text is about. */
export const functionWordWeight = 0.15;
