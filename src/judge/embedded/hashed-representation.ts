import type { Token } from "../../text/tokens.ts";
import { stem } from "../../text/stem.ts";
import type { Representation, TextVector } from "./representation.ts";
import { chineseRanks, englishRanks, lastFunctionRank } from "./word-frequency.ts";

/** Dimensions of the hash space; a power of two. */
const dimensionCount = 4_096;

/** The rank given to a word that is in no list. */
const rareRank = 20_000;

/** What a function word weighs; not nothing, since an answer may consist of them. */
const functionWeight = 0.15;

/**
 * Hashed word and character n-grams (feature hashing: Weinberger et al. 2009) with inverse document frequencies from
 * word ranks: under Zipf's law the word of rank r has frequency near 0.1 / r, and what a term says is its surprise.
 */
export function createHashedRepresentation(): Representation {
  return { weightOf, keyOf, vectorOf, similarity };
}

function keyOf(token: Token): string {
  return token.kind === "word" ? stem(token.text) : token.text;
}

/** -ln of a rank's frequency, scaled so that the rarest words weigh 1. */
function surprise(rank: number): number {
  return Math.log(1 + rank) / Math.log(1 + rareRank);
}

function weightOf(token: Token): number {
  if (token.kind === "character") {
    const rank = chineseRanks.get(token.text);
    if (rank === undefined) return 0.6;
    return rank <= lastFunctionRank.chinese ? functionWeight / 2 : 0.4;
  }
  if (token.kind === "number") return 0.9;
  const rank = englishRanks.get(token.text);
  if (rank !== undefined) return rank <= lastFunctionRank.english ? functionWeight : surprise(rank);
  return token.text.length <= 2 ? 0.5 : token.capital ? 1 : 0.9;
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** A word's n-grams weigh together this much of what the word itself does. */
const gramShare = 0.5;

function vectorOf(tokens: readonly Token[]): TextVector {
  const sums = new Map<number, number>();
  const add = (text: string, seed: number, value: number) => {
    const code = hash(text, seed);
    // The sign bit makes collisions cancel out on average.
    const signed = (code & dimensionCount) === 0 ? value : -value;
    const dimension = code & (dimensionCount - 1);
    sums.set(dimension, (sums.get(dimension) ?? 0) + signed);
  };
  let previous: Token | undefined;
  for (const token of tokens) {
    const weight = weightOf(token);
    if (weight > functionWeight) {
      add(keyOf(token), 1, weight);
      if (token.kind === "word") addGrams(token.text, weight, add);
    }
    if (token.kind === "character" && previous?.kind === "character" && previous.end === token.start) {
      add(previous.text + token.text, 3, Math.sqrt(weight * weightOf(previous)));
    }
    previous = token;
  }
  return normalised(sums);
}

function addGrams(word: string, weight: number, add: (text: string, seed: number, value: number) => void): void {
  const padded = `<${word}>`;
  const count = Math.max(1, padded.length - 3);
  const value = (weight * gramShare) / Math.sqrt(count);
  for (let index = 0; index < count; index++) add(padded.slice(index, index + 4), 2, value);
}

function normalised(sums: ReadonlyMap<number, number>): TextVector {
  let squares = 0;
  for (const value of sums.values()) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0)) return { dimensions: new Int32Array(0), values: new Float32Array(0) };
  return { dimensions: Int32Array.from(sums.keys()), values: Float32Array.from(sums.values(), (value) => value / length) };
}

function similarity(left: TextVector, right: TextVector): number {
  const scratch = new Float32Array(dimensionCount);
  left.dimensions.forEach((dimension, index) => {
    scratch[dimension] = left.values[index] ?? 0;
  });
  let product = 0;
  right.dimensions.forEach((dimension, index) => {
    product += (scratch[dimension] ?? 0) * (right.values[index] ?? 0);
  });
  return Math.min(Math.max(product, 0), 1);
}
