import { passThroughRequest } from "./rag-request.ts";
import type { RagTriad } from "./triad.ts";

/** A triad that observes nothing: functions are handed back as they are, work runs, nothing is scored. */
export function createPassThroughTriad(): RagTriad {
  const nothing = { done: true, remaining: 0 } as const;
  return {
    run: (_input, work) => work(passThroughRequest),
    wrapRetriever: (retriever) => retriever,
    wrapGenerator: (generator) => generator,
    on: () => () => {},
    flush: () => Promise.resolve(nothing),
    shutdown: () => Promise.resolve(nothing),
    snapshot: () => ({ open: 0, pending: 0, held: 0, dropped: {}, oldestMs: 0 }),
  };
}
