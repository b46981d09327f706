import type { EmbeddingKind } from "./embedding-call.ts";
import { lengthsDiffer, noDirection } from "./read-vectors.ts";
import {
  createSharedVectors,
  vectorKey,
  type EmbeddingRequest,
  type SharedVectorsOptions,
  type VectorsByKey,
} from "./shared-vectors.ts";
import { textWindows } from "./text-windows.ts";
import { meanDirection, type UnitVector } from "./unit-vector.ts";

/** What {@link createTextVectors} needs. */
export interface TextVectorsOptions extends SharedVectorsOptions {
  /** Texts beyond it are embedded in windows; at least 2. */
  readonly maxTextCharacters: number;
}

/** The vectors of texts of any length. */
export interface TextVectors {
  /**
   * One vector of length 1 a text, in the texts' order, all of one length. A text that is embedded in windows has the mean
   * of their vectors, weighted by their characters. Rejects with a `JudgeFailure`.
   */
  of(texts: readonly string[], kind: EmbeddingKind, request: EmbeddingRequest): Promise<readonly UnitVector[]>;
  /** The length of the embedder's vectors, once it is known. */
  readonly dimensions: number | undefined;
}

/** Creates the source of vectors over an embedder: each text once, batched, cached, shared. */
export function createTextVectors(options: TextVectorsOptions): TextVectors {
  const shared = createSharedVectors(options);
  return {
    async of(texts, kind, request) {
      const windows = texts.map((text) => textWindows(text, options.maxTextCharacters));
      const found = await shared.find([...new Set(windows.flat())], kind, request);
      const vectors = windows.map((parts) => combined(parts, kind, found));
      if (vectors.some((vector) => vector.length !== vectors[0]?.length)) throw lengthsDiffer();
      return vectors;
    },
    get dimensions() {
      return shared.dimensions;
    },
  };
}

function combined(parts: readonly string[], kind: EmbeddingKind, found: VectorsByKey): UnitVector {
  const weighted = parts.flatMap((part) => {
    const vector = found.get(vectorKey(part, kind));
    return vector === undefined ? [] : [{ vector, weight: part.length }];
  });
  const [only] = weighted;
  if (only !== undefined && parts.length === 1) return only.vector;
  if (weighted.some(({ vector }) => vector.length !== only?.vector.length)) throw lengthsDiffer();
  const mean = meanDirection(weighted);
  if (mean === undefined) throw noDirection();
  return mean;
}
