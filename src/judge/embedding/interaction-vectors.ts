import type { JudgeContext } from "../../core/judge.ts";
import { isBlank } from "../../core/preconditions.ts";
import type { Vector } from "../embedder.ts";
import { createPacer, type Pacer } from "../embedded/pacer.ts";
import { lengthsDiffer } from "./read-vectors.ts";
import type { EmbeddingRequest } from "./shared-vectors.ts";
import type { TextVectors } from "./text-vectors.ts";
import { unitVector, type UnitVector } from "./unit-vector.ts";

/** A text, with the vector that the retriever's result had for it, if any. */
export interface TextWithVector {
  readonly text: string;
  readonly vector?: Vector | undefined;
}

/** A query and passages as vectors of one length. */
export interface InteractionVectors {
  readonly query: UnitVector;
  /** In the passages' order; `undefined` for one with neither a text nor a vector that fits. */
  readonly passages: readonly (UnitVector | undefined)[];
  /** Whether vectors of the retriever's result were of no use: of another length than the rest, or without a direction. */
  readonly refused: boolean;
}

/**
 * The vectors to compare: the retriever's where it has them and they fit, the embedder's for the rest. Where their lengths differ,
 * the index was built with another model, and everything is embedded anew. `undefined` when no passage has anything to compare.
 */
export async function interactionVectors(
  query: TextWithVector,
  passages: readonly TextWithVector[],
  vectors: TextVectors,
  request: EmbeddingRequest & Pick<JudgeContext, "pause">,
): Promise<InteractionVectors | undefined> {
  const given = await givenVectors([query, ...passages], createPacer(request));
  const lacksDirection = [query, ...passages].some(
    ({ vector }, index) => vector !== undefined && given[index] === undefined,
  );
  const lengths = new Set(given.flatMap((unit) => unit?.length ?? []));
  if (lengths.size > 0 && vectors.dimensions !== undefined) lengths.add(vectors.dimensions);
  const filled = await fill(query, passages, lengths.size > 1 ? [] : given, vectors, request);
  if (filled === undefined || agree(filled))
    return filled && { ...filled, refused: lacksDirection || lengths.size > 1 };
  const anew = await fill(query, passages, [], vectors, request);
  if (anew !== undefined && !agree(anew)) throw lengthsDiffer();
  return anew && { ...anew, refused: true };
}

/** What the retriever's result has, at length 1. */
async function givenVectors(
  texts: readonly TextWithVector[],
  pace: Pacer,
): Promise<readonly (UnitVector | undefined)[]> {
  const given: (UnitVector | undefined)[] = [];
  for (const { vector } of texts) {
    const paused = pace();
    if (paused !== undefined) await paused;
    given.push(vector && unitVector(vector));
  }
  return given;
}

type Filled = Pick<InteractionVectors, "query" | "passages">;

/** Embeds what `given` (the query's, then the passages') has no vector for. */
async function fill(
  query: TextWithVector,
  passages: readonly TextWithVector[],
  given: readonly (UnitVector | undefined)[],
  vectors: TextVectors,
  request: EmbeddingRequest,
): Promise<Filled | undefined> {
  const missing = passages.filter(({ text }, index) => given[index + 1] === undefined && !isBlank(text));
  const texts = [...new Set(missing.map(({ text }) => text))];
  if (texts.length === 0 && given.slice(1).every((unit) => unit === undefined)) return undefined;
  const [[queryVector], embedded] = await Promise.all([
    given[0] === undefined ? vectors.of([query.text], "query", request) : [given[0]],
    vectors.of(texts, "passage", request),
  ]);
  if (queryVector === undefined) throw lengthsDiffer();
  const byText = new Map(texts.map((text, index) => [text, embedded[index]]));
  return { query: queryVector, passages: passages.map(({ text }, index) => given[index + 1] ?? byText.get(text)) };
}

function agree({ query, passages }: Filled): boolean {
  return passages.every((passage) => passage === undefined || passage.length === query.length);
}
