import { corruptDraft, type CorruptionKind } from "../corruption/corrupt.ts";
import { createRandom, pick } from "../corruption/random.ts";
import { languageOf, renderDraft, streamText } from "../generation/draft.ts";
import { draftAnswer } from "../generation/extractive.ts";
import { createBm25 } from "../retrieval/bm25.ts";
import type { CorpusChunk } from "../retrieval/corpus.ts";

/** A retrieved passage as the generator gets it. */
export interface RetrievedChunk extends CorpusChunk {
  readonly score: number;
}

/** A stream of the parts of an answer. */
export type AnswerStream = AsyncGenerator<string, void, undefined>;

/** The service's two functions, without any telemetry. */
export interface Pipeline {
  readonly retrieve: (query: string) => Promise<RetrievedChunk[]>;
  /** Tells `onCorrupted` the kind when it corrupts the answer. */
  readonly generate: (
    query: string,
    chunks: readonly RetrievedChunk[],
    onCorrupted?: (kind: CorruptionKind) => void,
  ) => AnswerStream;
}

/** How answers are corrupted on purpose, so that it can be measured whether the scores notice. Read for every answer. */
export interface CorruptionSettings {
  /** The share of the answers, in [0, 1]. */
  share: number;
  seed: string;
}

const mostChunks = 4;
const partCharacters = 24;
/** A passage worth less than this share of the best one is left out: it would only dilute the context. */
const leastShareOfBest = 0.35;

/** BM25 over the corpus, and an extractive generator over what it found, a part every `partDelayMs`. */
export function createPipeline(
  corpus: readonly CorpusChunk[],
  {
    corruption,
    partDelayMs = 0,
  }: { readonly corruption?: Readonly<CorruptionSettings>; readonly partDelayMs?: number } = {},
): Pipeline {
  const index = createBm25(corpus);

  async function retrieve(query: string): Promise<RetrievedChunk[]> {
    const hits = index.search(query, mostChunks);
    const best = hits[0]?.score ?? 0;
    return hits.filter(({ score }) => score >= leastShareOfBest * best).map(({ item, score }) => ({ ...item, score }));
  }

  async function* generate(
    query: string,
    chunks: readonly RetrievedChunk[],
    onCorrupted?: (kind: CorruptionKind) => void,
  ): AnswerStream {
    const draft = draftAnswer(query, chunks, index.idf);
    // Seeded by the query, so that concurrency does not change which answers are corrupted.
    const random = createRandom(`${corruption?.seed}/${query}`);
    const corrupted =
      corruption !== undefined && random() < corruption.share
        ? corruptDraft(draft, {
            context: chunks.map(({ text }) => text).join("\n"),
            random,
            foreignSentence: foreignTo(corpus, chunks, draft.language),
          })
        : undefined;
    if (corrupted !== undefined) onCorrupted?.(corrupted.kind);
    yield* streamText(renderDraft(corrupted?.draft ?? draft), { partCharacters, partDelayMs });
  }

  return { retrieve, generate };
}

function foreignTo(corpus: readonly CorpusChunk[], retrieved: readonly CorpusChunk[], language: "en" | "zh") {
  return (random: () => number): string | undefined => {
    const titles = new Set(retrieved.map(({ title }) => title));
    const strangers = corpus.filter((chunk) => !titles.has(chunk.title) && languageOf(chunk.text) === language);
    return pick(pick(strangers, random)?.sentences ?? [], random);
  };
}
