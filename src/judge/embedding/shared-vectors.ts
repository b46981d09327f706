import { isJudgeFailure } from "../../core/judge-failure.ts";
import type { Usage } from "../../core/judge.ts";
import { unlessAborted } from "../../resilience/aborted.ts";
import type { Policy, PolicyContext } from "../../resilience/policy.ts";
import type { Embedder } from "../embedder.ts";
import { batchesOf, callEmbedder, type EmbeddingKind } from "./embedding-call.ts";
import { createFlights, type Flight } from "./flights.ts";
import { createLruCache } from "./lru-cache.ts";
import { lengthsDiffer } from "./read-vectors.ts";
import type { UnitVector } from "./unit-vector.ts";

/** What {@link createSharedVectors} needs. */
export interface SharedVectorsOptions {
  readonly embedder: Embedder;
  readonly policy: Policy;
  /** Bound of the cache; 0 keeps nothing. */
  readonly cacheMaxBytes: number;
}

/** Who asks for vectors. */
export interface EmbeddingRequest extends PolicyContext {
  /** Told what each call has used; a call that several share is told to one of them. */
  readonly noteUsage: (usage: Usage | undefined) => void;
}

/** Vectors of texts by {@link vectorKey}, perhaps with those of other texts. */
export type VectorsByKey = ReadonlyMap<string, UnitVector>;

/** An embedder that is asked once for a text: calls are batched, kept, and shared with who asks for the same meanwhile. */
export interface SharedVectors {
  /**
   * The vectors of distinct texts. Rejects with a `JudgeFailure`; when the request's signal is aborted at once, and the
   * call goes on only if somebody else waits for it.
   */
  find(texts: readonly string[], kind: EmbeddingKind, request: EmbeddingRequest): Promise<VectorsByKey>;
  /** The length of the embedder's vectors, once it is known. */
  readonly dimensions: number | undefined;
}

/** What a cache entry takes besides text and vector, in bytes; an estimate. */
const entryOverheadBytes = 256;

/** What a text's vector is found under. */
export function vectorKey(text: string, kind: EmbeddingKind): string {
  return `${kind}:${text}`;
}

/** Creates the shared source of an embedder's vectors. */
export function createSharedVectors({ embedder, policy, cacheMaxBytes }: SharedVectorsOptions): SharedVectors {
  const flights = createFlights();
  const cache = createLruCache<UnitVector>({
    maxBytes: cacheMaxBytes,
    bytesOf: (key, vector) => 2 * key.length + vector.byteLength + entryOverheadBytes,
  });
  let dimensions: number | undefined;

  function start(texts: readonly string[], kind: EmbeddingKind, request: EmbeddingRequest): Flight {
    const keys = texts.map((text) => vectorKey(text, kind));
    return flights.start(keys, (signal) => {
      const call = callEmbedder(embedder, policy, texts, kind, { ...request, signal });
      return { ...call, vectors: call.vectors.then((vectors) => kept(keys, vectors)) };
    });
  }

  function kept(keys: readonly string[], vectors: readonly UnitVector[]): readonly UnitVector[] {
    for (const [index, vector] of vectors.entries()) {
      if (dimensions !== undefined && vector.length !== dimensions) {
        // The model behind the name has changed: nothing kept can be compared with what it gives from now on.
        cache.clear();
        dimensions = undefined;
        throw lengthsDiffer();
      }
      dimensions = vector.length;
      cache.set(keys[index] ?? "", vector);
    }
    return vectors;
  }

  /** Fills `found`. Joins calls under way if it may; gives back one of those that failed. */
  async function fill(
    found: Map<string, UnitVector>,
    texts: readonly string[],
    kind: EmbeddingKind,
    request: EmbeddingRequest,
    mayJoin: boolean,
  ): Promise<Flight | undefined> {
    const joined = new Set<Flight>();
    const missing: string[] = [];
    for (const text of texts) {
      const key = vectorKey(text, kind);
      if (found.has(key)) continue;
      const cached = cache.get(key);
      const flight = mayJoin && cached === undefined ? flights.find(key) : undefined;
      if (cached !== undefined) found.set(key, cached);
      else if (flight !== undefined) joined.add(flight);
      else missing.push(text);
    }
    const own = batchesOf(missing, embedder.maxBatch).map((batch) => start(batch, kind, request));
    const all = [...own, ...joined];
    const leaves = all.map((flight) => flight.board());
    try {
      const settled = await unlessAborted(
        () => Promise.allSettled(all.map((flight) => flight.vectors)),
        request.signal,
      );
      for (const outcome of settled) {
        if (outcome.status === "fulfilled") for (const [key, vector] of outcome.value) found.set(key, vector);
      }
      // All are settled: this throws what one of them failed with.
      await Promise.all(own.map((flight) => flight.vectors));
      return [...joined].find((_, index) => settled[own.length + index]?.status === "rejected");
    } finally {
      for (const flight of all) request.noteUsage(flight.takeUsage());
      for (const leave of leaves) leave(request.signal.reason);
    }
  }

  return {
    async find(texts, kind, request) {
      const found = new Map<string, UnitVector>();
      const failed = await fill(found, texts, kind, request, true);
      if (failed === undefined) return found;
      // A call that can be made again has been; one that cannot may have failed over another request's text.
      const isOver = (error: unknown): boolean => !isJudgeFailure(error) || error.retryable;
      if (await failed.vectors.then(() => true, isOver)) await failed.vectors;
      await fill(found, texts, kind, request, false);
      return found;
    },
    get dimensions() {
      return dimensions;
    },
  };
}
