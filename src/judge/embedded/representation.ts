import type { Token } from "../../text/tokens.ts";

/** A text as a point in some space; only the representation that made it can read it. */
export interface TextVector {
  /** Dimension numbers, without repeats. */
  readonly dimensions: Int32Array;
  /** One value a dimension. The vector has length 1, or no dimensions at all. */
  readonly values: Float32Array;
}

/**
 * What words and texts mean to the judges. The judges know nothing of how: the first one hashes n-grams, a later one
 * may look words up in a table of vectors.
 */
export interface Representation {
  /** How much a term says: its inverse document frequency in nats; above 0. Function words are near 0. */
  weightOf(token: Token, key: string): number;
  /** The form under which a token equals its inflections. */
  keyOf(token: Token): string;
  /** A text's vector, from its tokens. */
  vectorOf(tokens: readonly Token[]): TextVector;
  /** Cosine of two vectors, cut to [0, 1]; 0 when one of them is empty. */
  similarity(left: TextVector, right: TextVector): number;
}
