import type { Batch } from "../batch.ts";
import { low } from "../expected/quality.ts";
import { retrievalEmpty } from "../expected/retrieval.ts";
import { sliceSeries, type Phase } from "../service.ts";

/** 20 requests in 15 minutes, and after an hour no context for any of them: answers from memory. */
const job = "few-without-context";
const requests = 20 / 15;
const breaks = 60;

function phase(minutes: number, more: Partial<Phase>): Phase {
  return { minutes, requests, retrievals: requests, empty: 0, ...more };
}

const place = { job, rag_intent_class: "faq" };
const empty = (["intent", "service"] as const).map((scope) =>
  retrievalEmpty(scope === "intent" ? place : { job }, { share: "100%", relevance: "0.88 (nli/1)" }),
);
const ungrounded = (value: string) =>
  low("groundedness", "page", { ...place, rag_judge: "nli/1" }, { value, relevance: "0.88 (nli/1)", empty: "100%" });

/**
 * What few requests without context do: groundedness is low a little before it is more than chance that retrieval brings
 * nothing, and says so.
 */
export const retrievalFirstBatch: Batch = {
  name: "few requests without context",
  meetsBorders: true,
  alerts: ["RagRetrievalEmpty", "RagGroundednessVeryLow"],
  evaluation: "30s",
  checkpoints: ["62m", "65m", "66m"],
  stories: [
    {
      job,
      series: sliceSeries({ job, intent: "faq" }, [
        phase(breaks, { scores: { context_relevance: 0.875, groundedness: 0.8125 } }),
        phase(10, {
          empty: requests,
          scores: { groundedness: 0 },
          unscored: { context_relevance: { no_context: requests } },
        }),
      ]),
      fires: { "65m": [ungrounded("0.569")], "66m": [ungrounded("0.487"), ...empty] },
    },
  ],
};
