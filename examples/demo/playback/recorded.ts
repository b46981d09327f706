import type { Chunk } from "rag-triad";
// The lines are those of `rag-triad score`, so its own reader reads them.
import { parseLine } from "../../../src/cli/score/parse-line.ts";

/** A recorded interaction. */
export interface Recorded {
  readonly id: string;
  readonly query: string | null;
  /** What was retrieved; `undefined` when no retriever was called. */
  readonly chunks: readonly (Chunk | string)[] | undefined;
  readonly answer: string | null;
  /** What a human said about the answer, if the recording holds that. */
  readonly label: 0 | 1 | undefined;
}

/** Reads one line of a recording; throws with what is wrong with it. */
export function readRecorded(text: string, lineNumber: number): Recorded {
  const { id, interaction, extras } = parseLine(text, lineNumber);
  const { label } = extras;
  const { query, answer, chunks } = interaction.tooLong === undefined ? interaction : wholeOf(text);
  return {
    id: String(id),
    query,
    chunks: interaction.retrieval === "none" ? undefined : chunks,
    answer,
    label: label === 0 || label === 1 ? label : undefined,
  };
}

/** The line as it is: what is too long is for the triad to refuse, as it would in a service. */
function wholeOf(text: string): {
  readonly query: string | null;
  readonly answer: string | null;
  readonly chunks: readonly (Chunk | string)[];
} {
  const { query, answer, contexts, chunks } = JSON.parse(text) as {
    readonly query: string | null;
    readonly answer: string | null;
    readonly contexts?: readonly string[] | null;
    readonly chunks?: readonly Chunk[] | null;
  };
  return { query, answer, chunks: contexts ?? chunks ?? [] };
}
