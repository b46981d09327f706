import type { Usage } from "../core/judge.ts";

/** A vector; all vectors of one embedder have the same length. */
export type Vector = readonly number[] | Float32Array;

/** Turns texts into vectors, as a port: an adapter to another SDK is one function. It makes one attempt and honours the signal. */
export interface Embedder {
  /** The model's name, e.g. `text-embedding-3-small`. */
  readonly model: string;
  /** Texts that one call may have. */
  readonly maxBatch?: number;
  /** One vector a text, in the texts' order. `kind` is for models that embed queries and passages differently. */
  embed(
    texts: readonly string[],
    options: { readonly signal: AbortSignal; readonly kind: "query" | "passage" },
  ): Promise<{ readonly vectors: readonly Vector[]; readonly usage?: Usage }>;
}
