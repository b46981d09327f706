import type { AnalysedChunk } from "../embedded/analysis.ts";
import type { Pacer } from "../embedded/pacer.ts";
import type { Candidate } from "../embedded/support.ts";
import type { EntailmentModel } from "./entailment-model.ts";
import { windowsOf } from "./windows.ts";

/** What a claim is held against. */
export interface Premise {
  readonly text: string;
  readonly chunkId: string;
  /** Verbatim from that chunk. */
  readonly evidence: string;
}

/** A premise that is a stretch of one chunk. */
export interface WindowPremise extends Premise {
  readonly chunk: AnalysedChunk;
  readonly start: number;
  readonly end: number;
}

/** The sentence of a candidate, verbatim. */
export function sentenceOf({ chunk, sentence }: Candidate): string {
  return chunk.chunk.text.slice(sentence.start, sentence.end);
}

/**
 * The best few sentences for a claim as one premise, in the order in which they stand; as many of them as have room.
 * `undefined` when there is none.
 */
export function evidencePremise(
  candidates: readonly Candidate[],
  most: number,
  room: number,
  chunks: readonly AnalysedChunk[],
  model: EntailmentModel,
): Premise | undefined {
  const chosen: Candidate[] = [];
  let text = "";
  for (const candidate of candidates.slice(0, most)) {
    const together = inOrder([...chosen, candidate], chunks)
      .map(sentenceOf)
      .join(" ");
    if (model.countTokens(together) > room) continue;
    chosen.push(candidate);
    text = together;
  }
  const [best] = chosen;
  return best && { text, chunkId: best.chunk.chunk.id, evidence: sentenceOf(best) };
}

function inOrder(candidates: readonly Candidate[], chunks: readonly AnalysedChunk[]): readonly Candidate[] {
  const place = ({ chunk }: Candidate): number => chunks.indexOf(chunk);
  return candidates.toSorted((left, right) => place(left) - place(right) || left.sentence.start - right.sentence.start);
}

/** All of the context, as premises of a length. */
export type ContextWindows = (maxTokens: number) => Promise<readonly WindowPremise[]>;

/** Windows for claims of nearly the same length are the same: their room is rounded down to a multiple of this. */
const roomStep = 32;

/** Cuts the context into windows once for each length that is asked for. Chunks of the same text come once. */
export function createContextWindows(
  chunks: readonly AnalysedChunk[],
  model: EntailmentModel,
  pace: Pacer,
): ContextWindows {
  const known = new Map<number, Promise<readonly WindowPremise[]>>();

  async function cut(maxTokens: number): Promise<readonly WindowPremise[]> {
    const premises: WindowPremise[] = [];
    const texts = new Set<string>();
    for (const chunk of chunks) {
      const { id, text } = chunk.chunk;
      if (texts.has(text)) continue;
      texts.add(text);
      const countTokens = (part: string): number => model.countTokens(part);
      for (const { start, end } of windowsOf(text, maxTokens, countTokens)) {
        const paused = pace();
        if (paused !== undefined) await paused;
        const part = text.slice(start, end);
        premises.push({ text: part, chunkId: id, evidence: part, chunk, start, end });
      }
    }
    return premises;
  }

  return (maxTokens) => {
    const room = Math.max(maxTokens - (maxTokens % roomStep), Math.min(maxTokens, roomStep));
    const found = known.get(room) ?? cut(room);
    known.set(room, found);
    return found;
  };
}

/** The windows with those first in which the best sentences for a claim stand. */
export function likeliestFirst(
  windows: readonly WindowPremise[],
  candidates: readonly Candidate[],
): readonly WindowPremise[] {
  const rankOf = (window: WindowPremise): number => {
    const rank = candidates.findIndex(
      ({ chunk, sentence }) => chunk === window.chunk && sentence.start >= window.start && sentence.end <= window.end,
    );
    return rank === -1 ? candidates.length : rank;
  };
  const ranked = windows.map((window) => ({ window, rank: rankOf(window) }));
  return ranked.sort((left, right) => left.rank - right.rank).map(({ window }) => window);
}
