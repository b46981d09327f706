import type { AnalysedChunk, AnalysedSentence } from "./analysis.ts";
import type { Pacer } from "./pacer.ts";
import { closenessShares, closenessOf, noTerm, termOf, type Vocabulary } from "./vocabulary.ts";

/** A sentence of the context with the chunk it is from. */
export interface EvidenceSentence {
  readonly chunk: AnalysedChunk;
  readonly sentence: AnalysedSentence;
}

/** Where a term is found: sentence numbers in order, and how close each comes to the term, in (0, 1]. */
export interface Postings {
  readonly sentences: readonly number[];
  readonly shares: readonly number[];
}

/** The context, by term. */
export interface EvidenceIndex {
  readonly sentences: readonly EvidenceSentence[];
  /** The sentences with the term or a word close to it, by number. */
  postingsOf(term: number): Postings;
  /** How close the context comes to the term anywhere, in [0, 1]. */
  presenceOf(term: number): number;
  hasNumber(key: string): boolean;
  /** What the number counts wherever it stands; `""` where that cannot be told. */
  unitsOf(key: string): ReadonlySet<string>;
  /** Whether the two terms stand side by side, in this order. Known only where one of them is a character. */
  hasPair(left: number, right: number): boolean;
}

interface GrowingPostings {
  readonly sentences: number[];
  readonly shares: number[];
}

const nothing: Postings = { sentences: [], shares: [] };

/** Sentences indexed between two pauses. */
const step = 64;

/** Indexes the context once for all claims of an answer. */
export async function createEvidenceIndex(
  chunks: readonly AnalysedChunk[],
  vocabulary: Vocabulary,
  pace: Pacer,
): Promise<EvidenceIndex> {
  const sentences: EvidenceSentence[] = [];
  const postings: (GrowingPostings | undefined)[] = Array.from(vocabulary.terms, () => undefined);
  const pairs = new Set<number>();
  const presence = new Float32Array(vocabulary.terms.length);
  for (const chunk of chunks) {
    for (const sentence of chunk.sentences) {
      if (sentences.length % step === 0) {
        const paused = pace();
        if (paused !== undefined) await paused;
      }
      const number = sentences.push({ chunk, sentence }) - 1;
      let previous = noTerm;
      for (const code of sentence.terms) {
        const term = code === noTerm ? noTerm : termOf(code);
        if (isPair(previous, term, vocabulary)) pairs.add(pairKey(previous, term));
        previous = term;
        if (code === noTerm) continue;
        const share = closenessShares[closenessOf(code)] ?? 0;
        presence[term] = Math.max(presence[term] ?? 0, share);
        addPosting((postings[term] ??= { sentences: [], shares: [] }), number, share);
      }
    }
  }
  return {
    sentences,
    postingsOf: (term) => postings[term] ?? nothing,
    presenceOf: (term) => presence[term] ?? 0,
    hasNumber: (key) => chunks.some((chunk) => chunk.numbers.has(key)),
    unitsOf: (key) => new Set(chunks.flatMap((chunk) => [...(chunk.numbers.get(key) ?? [])])),
    hasPair: (left, right) => pairs.has(pairKey(left, right)),
  };
}

function isPair(left: number, right: number, vocabulary: Vocabulary): boolean {
  if (left === noTerm || right === noTerm) return false;
  return vocabulary.terms[left]?.character === true || vocabulary.terms[right]?.character === true;
}

function pairKey(left: number, right: number): number {
  return left * 0x200_0000 + right;
}

function addPosting(postings: GrowingPostings, sentence: number, share: number): void {
  const last = postings.sentences.length - 1;
  if (postings.sentences[last] === sentence) {
    postings.shares[last] = Math.max(postings.shares[last] ?? 0, share);
  } else {
    postings.sentences.push(sentence);
    postings.shares.push(share);
  }
}
