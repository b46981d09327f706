import type { Batch } from "../batch.ts";
import { retrievalEmpty, retrievalErrors } from "../expected/retrieval.ts";
import { seriesName, valuesText } from "../series.ts";

const kinds = { empty: retrievalEmpty, errors: retrievalErrors } as const;
const levels = { intent: { rag_intent_class: "faq" }, pipeline: {} } as const;
/** Samples and evaluations are half a minute apart: the share is too high from the fifth on, of requests enough for two minutes. */
const [from, until, end] = [4, 8, 100];
const job = "waits";

/** A page about retrieval waits for a minute, and goes on for 30 more. */
export const retrievalWaitBatch: Batch = {
  name: "waits for retrieval",
  alerts: ["RagRetrievalEmpty", "RagRetrievalErrors"],
  given: [
    ...(["intent", "pipeline"] as const).flatMap((level) =>
      ["empty", "errors"].flatMap((kind) => [
        `${level}:rag_retrieval_${kind}:high`,
        `${level}:rag_retrieval_${kind}:high_enough`,
      ]),
    ),
    "intent:rag_requests:increase15m",
    "pipeline:rag_requests:increase15m",
    "pipeline:rag_answerable_requests:increase15m",
    "intent:rag_score:mean15m",
    "pipeline:rag_score:mean15m",
  ],
  interval: "30s",
  evaluation: "30s",
  checkpoints: ["2m30s", "3m", "33m30s", "34m"],
  stories: [
    {
      job,
      series: (["intent", "pipeline"] as const).flatMap((level) => {
        const labels = { job, rag_pipeline: "main", ...levels[level] };
        const series = (name: string, value: (index: number) => number | undefined) => ({
          series: seriesName(`${level}:${name}`, labels),
          values: valuesText(Array.from({ length: end }, (_, index) => value(index))),
        });
        const high = (index: number): number | undefined => (index >= from ? 0.75 : undefined);
        const requests = (index: number): number => (index < until ? 40 : 10);
        return [
          ...["empty", "errors"].flatMap((kind) => [
            series(`rag_retrieval_${kind}:high`, high),
            series(`rag_retrieval_${kind}:high_enough`, high),
          ]),
          series("rag_requests:increase15m", requests),
          ...(level === "pipeline" ? [series("rag_answerable_requests:increase15m", requests)] : []),
        ];
      }),
      fires: Object.fromEntries(
        ["3m", "33m30s"].map((at) => [
          at,
          Object.values(kinds).flatMap((expected) =>
            Object.values(levels).map((place) => expected({ job, ...place }, { share: "75%" })),
          ),
        ]),
      ),
    },
  ],
};
