import type { Interaction } from "rag-triad";
import { demoQueries } from "../../examples/demo/queries.ts";
import { loadCorpus } from "../../examples/demo/retrieval/corpus.ts";
import { createPipeline } from "../../examples/demo/service/pipeline.ts";
import type { BenchRequest } from "../workload.ts";

/** The demo's queries with what its pipeline retrieves and answers, refusals among them. */
export async function demoInteractions(): Promise<readonly Interaction[]> {
  const corpus = await loadCorpus(new URL("../../examples/demo/corpus/", import.meta.url));
  const { retrieve, generate } = createPipeline(corpus);
  return Promise.all(
    demoQueries.map(async ({ query }, index) => {
      const retrieved = await retrieve(query);
      let answer = "";
      for await (const part of generate(query, retrieved)) answer += part;
      return interactionOf({ query, chunks: retrieved, answer }, index);
    }),
  );
}

/** A request as judges get it. */
export function interactionOf({ query, chunks, answer }: BenchRequest, index: number): Interaction {
  return {
    id: String(index),
    query,
    retrieval: "succeeded",
    chunks: chunks.map(({ id, text }, position) => ({ id, text, rank: position + 1 })),
    answer,
  };
}
