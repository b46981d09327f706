import type { ExpectedAlert } from "../batch.ts";
import { expectedAlert, serviceOf, type Place } from "./alert.ts";
import { diagnosis, relevance, type Numbers } from "./quality.ts";

type Share = Omit<Numbers, "value"> & { /** As a percentage: `75%`. */ readonly share: string };

/** Retrieval that brings nothing. */
export function retrievalEmpty(place: Place, numbers: Share): ExpectedAlert {
  return retrieval("RagRetrievalEmpty", place, numbers, {
    what: "requests whose retrieval brings nothing",
    diagnosis:
      "The retriever answers without chunks: look at the index, its filters and the embedding model. Groundedness falls as a symptom.",
  });
}

/** Retrieval that fails. */
export function retrievalErrors(place: Place, numbers: Share): ExpectedAlert {
  return retrieval("RagRetrievalErrors", place, numbers, {
    what: "retriever calls that fail",
    diagnosis: `The retriever fails: error.type on retrieval spans and gen_ai_retrieval_duration_count{error_type!=""} say how. Other scores suffer as a symptom.`,
  });
}

/** More refusals than in the week before. */
export function refusalShareHigh(place: Place, numbers: Share): ExpectedAlert {
  return expectedAlert(
    "RagRefusalShareHigh",
    { rag_pipeline: "main", ...place, severity: "warning", category: "behaviour", scope: "intent" },
    {
      summary: `More answers than usual are refusals ${where(place)}.`,
      description: `The share over 1h is ${numbers.share} (of all requests) above that of the 7d before. ${relevance(numbers)}`,
      diagnosis: diagnosis(numbers),
    },
  );
}

/** An intent class that no alert of quality can look at. */
export function intentBlind(place: Place, requests: number): ExpectedAlert {
  return expectedAlert(
    "RagIntentBlind",
    { rag_pipeline: "main", ...place, severity: "warning", category: "monitor", scope: "intent" },
    {
      summary: `Too few answers are scored to say anything about quality ${where(place)}.`,
      description: `${requests} requests over 7d, and no metric with 30 scores by one judge. ${relevance({})}`,
      diagnosis: `Too little traffic, a low sample ratio, or reasons in rag_evaluations_total{rag_outcome}, where a judge fails. Merge rare intent classes, or raise sampleRatio. ${diagnosis({})}`,
    },
  );
}

function retrieval(
  alert: string,
  place: Place,
  numbers: Share,
  texts: { readonly what: string; readonly diagnosis: string },
): ExpectedAlert {
  const scope = place.rag_intent_class === undefined ? "service" : "intent";
  return expectedAlert(
    alert,
    { rag_pipeline: "main", ...place, severity: "page", category: "retrieval", scope },
    {
      summary: `The share of ${texts.what} is too high ${where(place)}.`,
      description: `It is ${numbers.share} over 5m, or over 15m if that is not too high. ${relevance(numbers)}`,
      diagnosis: `${texts.diagnosis} ${diagnosis(numbers)}`,
    },
  );
}

function where(place: Place): string {
  const { rag_intent_class: intent } = place;
  return `${intent === undefined ? "" : `on intent class ${intent} `}in ${serviceOf(place)}`;
}
