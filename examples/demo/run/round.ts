import type { RagTriad } from "rag-triad";
import type { AskClient } from "../client/ask-client.ts";
import { inParallel } from "../client/in-parallel.ts";
import { watchScrapes, type ScrapeReport } from "../measure/scrape-watch.ts";
import type { DemoQuery } from "../queries.ts";
import { createTally, type TallyReport } from "../report/tally.ts";
import type { Evaluation, Evaluations } from "./evaluations.ts";

/** One query and what came of it. */
export interface RoundRow extends DemoQuery {
  readonly answer: string;
  readonly evaluation: Evaluation;
}

/** A round: every query sent once. */
export interface Round {
  readonly rows: readonly RoundRow[];
  readonly report: TallyReport;
  readonly scrapes: ScrapeReport;
  /** `/metrics` after the last evaluation. */
  readonly metricsPage: string;
}

/** What a round is run with. */
export interface RoundContext {
  readonly triad: RagTriad;
  readonly evaluations: Evaluations;
  readonly client: AskClient;
  readonly metricsUrl: string;
  readonly queries: readonly DemoQuery[];
  readonly concurrency: number;
}

const flushTimeoutMs = 60_000;

/** Sends every query over HTTP, waits for the evaluations, and watches `/metrics` meanwhile. */
export async function runRound({
  triad,
  evaluations,
  client,
  metricsUrl,
  queries,
  concurrency,
}: RoundContext): Promise<Round> {
  const evaluationsById = new Map<string, Evaluation>();
  const stopListening = evaluations.on((evaluation) => void evaluationsById.set(evaluation.id, evaluation));
  const watch = watchScrapes(metricsUrl);
  try {
    const answers = await inParallel(queries, concurrency, ({ query, intentClass }) => client.ask(query, intentClass));
    const { done, remaining } = await triad.flush({ timeoutMs: flushTimeoutMs });
    if (!done) throw new Error(`${remaining} requests were still not evaluated after ${flushTimeoutMs / 1000} s.`);
    const rows = queries.map((query, position) => rowOf(query, answers[position], evaluationsById));
    const tally = createTally();
    for (const { evaluation } of rows) tally.add(evaluation);
    const { lastPage, ...scrapes } = await watch.stop();
    return { rows, report: tally.report(), scrapes, metricsPage: lastPage };
  } finally {
    stopListening();
  }
}

function rowOf(
  query: DemoQuery,
  answered: { readonly requestId: string; readonly answer: string } | undefined,
  evaluationsById: ReadonlyMap<string, Evaluation>,
): RoundRow {
  const evaluation = answered === undefined ? undefined : evaluationsById.get(answered.requestId);
  if (answered?.requestId === "") throw new Error("Requests are not observed: is RAG_TRIAD_DISABLED set?");
  if (answered === undefined || evaluation === undefined)
    throw new Error(`The request "${query.query}" was never evaluated.`);
  return { ...query, answer: answered.answer, evaluation };
}
