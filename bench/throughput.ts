import { embeddedJudges, scoreInteraction, type Interaction } from "rag-triad";
import { quantileOf } from "./measure.ts";
import { cyclic, type BenchRequest } from "./workload.ts";

/** How fast one core scores typical interactions on all three metrics. */
export interface Throughput {
  readonly interactionsPerSecond: number;
  readonly interactionMs: { readonly p50: number; readonly p99: number };
}

/** Scores on this thread, one interaction after the other. */
export async function measureThroughput(requests: readonly BenchRequest[], count = 2_000): Promise<Throughput> {
  const judges = embeddedJudges();
  const times: number[] = [];
  const warmUp = 200;
  let startedAt = performance.now();
  for (let index = -warmUp; index < count; index++) {
    if (index === 0) startedAt = performance.now();
    const before = performance.now();
    await scoreInteraction({ interaction: interactionOf(cyclic(requests, index + warmUp), index), judges });
    if (index >= 0) times.push(performance.now() - before);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    interactionsPerSecond: count / seconds,
    interactionMs: { p50: quantileOf(times, 0.5), p99: quantileOf(times, 0.99) },
  };
}

function interactionOf(request: BenchRequest, index: number): Interaction {
  return {
    id: String(index),
    query: request.query,
    retrieval: "succeeded",
    chunks: request.chunks,
    answer: request.answer,
  };
}
