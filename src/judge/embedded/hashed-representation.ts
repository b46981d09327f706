import { stem } from "../../text/stem.ts";
import type { Token } from "../../text/tokens.ts";
import { functionWordWeight, type Nearness, type Representation } from "./representation.ts";
import { chineseRanks, englishRanks, lastFunctionRank } from "./word-frequency.ts";

/** Dimensions of the hash space; a power of two. */
const dimensionCount = 4_096;

/** The rank given to a word that is in no list. */
const rareRank = 20_000;

/** Distinct tokens whose features are remembered. */
const cacheSize = 20_000;

/** The hashed features of one token. */
interface Features {
  readonly dimensions: Int32Array;
  readonly values: Float32Array;
}

/**
 * Hashed word and character n-grams (feature hashing: Weinberger et al. 2009) with inverse document frequencies from
 * word ranks: by Zipf's law the word of rank r has a frequency near 0.1 / r, and what it says is its surprise.
 */
export function createHashedRepresentation(): Representation {
  const known = new Map<string, Features>();
  const stems = new Map<string, string>();

  function featuresOf(token: Token, previous: Token | undefined): Features {
    // A character is known with the one before it: the pair is a feature too.
    const pair =
      token.kind === "character" && previous?.kind === "character" && previous.end === token.start
        ? previous
        : undefined;
    const id = `${token.kind === "character" ? "c" : token.capital ? "W" : "w"}${pair?.text ?? ""}\0${token.text}`;
    const found = known.get(id);
    if (found !== undefined) return found;
    if (known.size >= cacheSize) known.clear();
    const made = hashFeatures(token, keyOf(token), pair);
    known.set(id, made);
    return made;
  }

  /** Adds the text to a vector; returns by how much its squared length grew. */
  function addUp(tokens: readonly Token[], into: Float32Array): number {
    let growth = 0;
    let previous: Token | undefined;
    for (const token of tokens) {
      const { dimensions, values } = featuresOf(token, previous);
      for (let index = 0; index < dimensions.length; index++) {
        const dimension = dimensions[index] ?? 0;
        const before = into[dimension] ?? 0;
        const value = values[index] ?? 0;
        growth += value * (2 * before + value);
        into[dimension] = before + value;
      }
      previous = token;
    }
    return growth;
  }

  function nearnessTo(text: readonly Token[]): () => Nearness {
    const own = new Float32Array(dimensionCount);
    const ownSquares = addUp(text, own);
    const used = [...own.keys()].filter((dimension) => own[dimension] !== 0);
    if (used.length === 0) return () => ({ add: () => undefined, value: () => 0 });
    return () => {
      const other = new Float32Array(dimensionCount);
      let squares = 0;
      return {
        add(tokens) {
          squares += addUp(tokens, other);
        },
        value() {
          let product = 0;
          for (const dimension of used) product += (own[dimension] ?? 0) * (other[dimension] ?? 0);
          const length = Math.sqrt(ownSquares * squares);
          return length > 0 ? Math.min(Math.max(product / length, 0), 1) : 0;
        },
      };
    };
  }

  function keyOf(token: Token): string {
    if (token.kind !== "word") return token.text;
    const found = stems.get(token.text);
    if (found !== undefined) return found;
    if (stems.size >= cacheSize) stems.clear();
    const made = stem(token.text);
    stems.set(token.text, made);
    return made;
  }

  return { keyOf, weightOf, nearnessTo };
}

function weightOf(token: Token): number {
  if (token.kind === "character") {
    const rank = chineseRanks.get(token.text);
    if (rank === undefined) return 0.6;
    return rank <= lastFunctionRank.chinese ? functionWordWeight / 2 : 0.4;
  }
  if (token.kind === "number") return 0.9;
  const rank = englishRanks.get(token.text);
  // -ln of the rank's frequency, scaled so that the rarest words weigh 1.
  if (rank !== undefined)
    return rank <= lastFunctionRank.english ? functionWordWeight : Math.log(1 + rank) / Math.log(1 + rareRank);
  return token.text.length <= 2 ? 0.5 : token.capital ? 1 : 0.9;
}

/** 32-bit FNV-1a with a final mix, so that near texts are spread apart. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

const seeds = { word: 0x811c9dc5, gram: 0x1b873593, pair: 0x52dce729 } as const;

/** A word's n-grams together weigh this much of what the word itself does. */
const gramShare = 0.5;

const gramLength = 4;

function hashFeatures(token: Token, key: string, pair: Token | undefined): Features {
  const dimensions: number[] = [];
  const values: number[] = [];
  const add = (text: string, seed: number, value: number) => {
    const code = hash(text, seed);
    dimensions.push(code & (dimensionCount - 1));
    // The sign makes collisions cancel out on average.
    values.push((code & dimensionCount) === 0 ? value : -value);
  };
  const weight = weightOf(token);
  if (weight > functionWordWeight) {
    add(key, seeds.word, weight);
    if (token.kind === "word") {
      const padded = `<${token.text}>`;
      const count = Math.max(1, padded.length - gramLength + 1);
      for (let index = 0; index < count; index++)
        add(padded.slice(index, index + gramLength), seeds.gram, (weight * gramShare) / Math.sqrt(count));
    }
  }
  if (pair !== undefined) add(pair.text + token.text, seeds.pair, Math.sqrt(weight * weightOf(pair)));
  return { dimensions: Int32Array.from(dimensions), values: Float32Array.from(values) };
}
