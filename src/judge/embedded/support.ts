import type { AnalysedChunk, AnalysedClaim, AnalysedSentence } from "./analysis.ts";
import { noTerm, relativeOffset, type Vocabulary } from "./vocabulary.ts";

/** How well a context covers a claim, before anything is concluded from it. Shares are of the claim's term weight. */
export interface SupportFeatures {
  /** Covered by the best sentence alone. */
  readonly sentence: number;
  /** Covered by the best three neighbouring sentences of one chunk. */
  readonly passage: number;
  /** Covered by the best three sentences, wherever they are. */
  readonly union: number;
  /** Covered by the context as a whole. */
  readonly whole: number;
  /** Neighbouring terms of the claim that are neighbours, in the same order, in one of the best sentences. */
  readonly order: number;
  /** The best evidence, if any. */
  readonly best?: { readonly chunk: AnalysedChunk; readonly sentence: AnalysedSentence };
}

interface Candidate {
  readonly chunk: AnalysedChunk;
  readonly sentence: AnalysedSentence;
  readonly position: number;
  readonly cover: Float32Array;
  readonly covered: number;
}

/** What a relative of a term counts, where the term itself counts 1. */
const relativeShare = 0.6;

/** Sentences looked at closely. */
const candidateCount = 8;

/** Neighbours in a claim count as neighbours in the evidence up to this many words apart. */
const neighbourDistance = 4;

/** The features of one claim against the context. */
export function supportFeatures(claim: AnalysedClaim, chunks: readonly AnalysedChunk[], vocabulary: Vocabulary): SupportFeatures {
  const slots = new Map<number, number>();
  for (const term of claim.terms) if (!slots.has(term)) slots.set(term, slots.size);
  const weights = Float32Array.from(slots.keys(), (term) => vocabulary.terms[term]?.weight ?? 0);
  const total = sum(weights);
  if (!(total > 0)) return { sentence: 0, passage: 0, union: 0, whole: 0, order: 0 };
  const whole = new Float32Array(weights.length);
  const passage = { best: 0 };
  const candidates: Candidate[] = [];
  for (const chunk of chunks) {
    let before: Float32Array | undefined;
    let beforeThat: Float32Array | undefined;
    chunk.sentences.forEach((sentence, position) => {
      const cover = coverOf(sentence, slots, weights.length);
      if (cover !== undefined) {
        merge(whole, cover);
        keepBest(candidates, { chunk, sentence, position, cover, covered: weigh(cover, weights) / total });
        const window = Float32Array.from(cover);
        if (before !== undefined) merge(window, before);
        if (beforeThat !== undefined) merge(window, beforeThat);
        passage.best = Math.max(passage.best, weigh(window, weights) / total);
      }
      beforeThat = before;
      before = cover;
    });
  }
  const best = candidates[0];
  return {
    sentence: best?.covered ?? 0,
    passage: passage.best,
    union: greedyUnion(candidates, weights) / total,
    whole: weigh(whole, weights) / total,
    order: Math.max(0, ...candidates.map((candidate) => orderOf(claim, candidate.sentence, vocabulary))),
    ...(best === undefined ? {} : { best: { chunk: best.chunk, sentence: best.sentence } }),
  };
}

function coverOf(sentence: AnalysedSentence, slots: ReadonlyMap<number, number>, size: number): Float32Array | undefined {
  let cover: Float32Array | undefined;
  for (const code of sentence.terms) {
    if (code === noTerm) continue;
    const relative = code >= relativeOffset;
    const slot = slots.get(relative ? code - relativeOffset : code);
    if (slot === undefined) continue;
    cover ??= new Float32Array(size);
    cover[slot] = Math.max(cover[slot] ?? 0, relative ? relativeShare : 1);
  }
  return cover;
}

function keepBest(candidates: Candidate[], candidate: Candidate): void {
  let index = candidates.length;
  while (index > 0 && (candidates[index - 1]?.covered ?? 0) < candidate.covered) index--;
  if (index >= candidateCount) return;
  candidates.splice(index, 0, candidate);
  if (candidates.length > candidateCount) candidates.pop();
}

function greedyUnion(candidates: readonly Candidate[], weights: Float32Array): number {
  const union = new Float32Array(weights.length);
  for (let round = 0; round < 3; round++) {
    let gain = 0;
    let chosen: Candidate | undefined;
    for (const candidate of candidates) {
      const merged = Float32Array.from(union);
      merge(merged, candidate.cover);
      const more = weigh(merged, weights) - weigh(union, weights);
      if (more > gain) [gain, chosen] = [more, candidate];
    }
    if (chosen === undefined) break;
    merge(union, chosen.cover);
  }
  return weigh(union, weights);
}

function orderOf(claim: AnalysedClaim, sentence: AnalysedSentence, vocabulary: Vocabulary): number {
  const positions = new Map<number, number[]>();
  sentence.terms.forEach((code, index) => {
    if (code === noTerm) return;
    const term = code >= relativeOffset ? code - relativeOffset : code;
    const list = positions.get(term);
    if (list === undefined) positions.set(term, [index]);
    else list.push(index);
  });
  let total = 0;
  let kept = 0;
  let previous: number | undefined;
  for (const term of claim.terms) {
    const weight = vocabulary.terms[term]?.weight ?? 0;
    if (weight < 0.2) continue;
    if (previous !== undefined) {
      const pair = weight + (vocabulary.terms[previous]?.weight ?? 0);
      total += pair;
      if (areNeighbours(positions.get(previous), positions.get(term))) kept += pair;
    }
    previous = term;
  }
  return total > 0 ? kept / total : previous !== undefined && positions.has(previous) ? 1 : 0;
}

function areNeighbours(left: readonly number[] | undefined, right: readonly number[] | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return left.some((from) => right.some((to) => to > from && to - from <= neighbourDistance));
}

function merge(into: Float32Array, cover: Float32Array): void {
  for (let slot = 0; slot < into.length; slot++) into[slot] = Math.max(into[slot] ?? 0, cover[slot] ?? 0);
}

function weigh(cover: Float32Array, weights: Float32Array): number {
  let weight = 0;
  for (let slot = 0; slot < cover.length; slot++) weight += (cover[slot] ?? 0) * (weights[slot] ?? 0);
  return weight;
}

function sum(values: Float32Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
