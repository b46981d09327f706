import type { RagTriad } from "rag-triad";
import type { CorruptionKind } from "../corruption/corrupt.ts";
import type { AnswerStream, Pipeline } from "./pipeline.ts";

/** An answer on its way. */
export interface Asked {
  /** The id of the scored request; empty when nothing scores it. */
  readonly requestId: string;
  readonly parts: AnswerStream;
}

/** Answers a query of an intent class. */
export type Ask = (query: string, intentClass: string | undefined) => Promise<Asked>;

/** The service as it is without rag-triad. */
export function createBareAsk({ retrieve, generate }: Pipeline): Ask {
  return async (query) => ({ requestId: "", parts: generate(query, await retrieve(query)) });
}

/**
 * The same service with rag-triad: both functions wrapped, one `run` around them. `onCorrupted` is told which requests
 * were answered untruthfully on purpose, so that the scores can be held against the truth.
 */
export function createWrappedAsk(
  triad: RagTriad,
  pipeline: Pipeline,
  onCorrupted: (requestId: string, kind: CorruptionKind) => void = () => {},
): Ask {
  const retrieve = triad.wrapRetriever(pipeline.retrieve, { dataSourceId: "demo-corpus", topK: 4 });
  const generate = triad.wrapGenerator(pipeline.generate);
  return async (query, intentClass) => {
    let requestId = "";
    const parts = await triad.run({ query, ...(intentClass === undefined ? {} : { intentClass }) }, async (request) => {
      requestId = request.id;
      return generate(query, await retrieve(query), (kind) => onCorrupted(request.id, kind));
    });
    return { requestId, parts };
  };
}
