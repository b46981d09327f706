import type { ExpectedAlert } from "../batch.ts";
import { expectedAlert, serviceOf, type Place } from "./alert.ts";

/** The numbers in an alert's texts. */
export interface Numbers {
  /** The value as the description prints it. */
  readonly value: string;
  /** The current share of requests without context, as a percentage; nothing when left out. */
  readonly empty?: string;
  /** The current context relevance, `0.91 (nli/1)`; unknown when left out. */
  readonly relevance?: string;
  /** The diagnoses of the last hour, `retrieval 12,`; none when left out. */
  readonly diagnoses?: string;
}

const words: Readonly<Record<string, string>> = {
  context_relevance: "context relevance",
  groundedness: "groundedness",
  answer_relevance: "answer relevance",
  "criteria.tone": "criterion tone",
};

const alertWords: Readonly<Record<string, string>> = {
  context_relevance: "ContextRelevance",
  groundedness: "Groundedness",
  answer_relevance: "AnswerRelevance",
  "criteria.tone": "Criterion",
};

/** A mean below its threshold: `page` for VeryLow over 15 minutes, `warning` for Low over an hour. */
export function low(metric: string, severity: "page" | "warning", place: Place, numbers: Numbers): ExpectedAlert {
  const window = severity === "page" ? "15m" : "1h";
  const of = `The mean ${words[metric]} of`;
  const { rag_intent_class: intent } = place;
  const empty =
    numbers.empty === undefined ? "" : ` Retrieval now brings nothing for ${numbers.empty} of the requests.`;
  const summary =
    intent === undefined
      ? `${of} ${serviceOf(place)} over several intent classes is below the ${severity} threshold.`
      : `${of} intent class ${intent} in ${serviceOf(place)} is below its ${severity} threshold.`;
  return quality(`Rag${alertWords[metric]}${severity === "page" ? "VeryLow" : "Low"}`, metric, severity, place, {
    summary,
    description: `Mean ${words[metric]} over ${window} is ${numbers.value} by ${place.rag_judge}.${empty} ${relevance(numbers)}`,
    diagnosis: diagnosis(numbers),
  });
}

/** The mean of a day or a week of an intent class with little traffic. */
export function lowSlow(metric: string, place: Place, numbers: Numbers): ExpectedAlert {
  return quality(`Rag${alertWords[metric]}LowSlow`, metric, "warning", place, {
    summary: `The mean ${words[metric]} of the low-traffic intent class ${place.rag_intent_class} in ${serviceOf(place)} is below its warning threshold.`,
    description: `Mean ${words[metric]} over 1d (7d with fewer than 30 scores in 1d) is ${numbers.value} by ${place.rag_judge}. ${relevance(numbers)}`,
    diagnosis: diagnosis(numbers),
  });
}

/** A model version below the baseline. */
export function regression(metric: string, place: Place, numbers: Numbers): ExpectedAlert {
  return quality(`Rag${alertWords[metric]}Regression`, metric, "warning", place, {
    summary: `The ${words[metric]} of model version ${place.rag_model_version} on intent class ${place.rag_intent_class} in ${serviceOf(place)} is below the baseline's.`,
    description: `Its mean over 1d is ${numbers.value} below the baseline model version's by ${place.rag_judge}. ${relevance(numbers)}`,
    diagnosis: diagnosis(numbers),
  });
}

/** An intent class below its own past. */
export function drift(metric: string, place: Place, numbers: Numbers): ExpectedAlert {
  return quality(`Rag${alertWords[metric]}Drift`, metric, "warning", place, {
    summary: `The ${words[metric]} of intent class ${place.rag_intent_class} in ${serviceOf(place)} has drifted below its own past.`,
    description: `Its mean over 1d is ${numbers.value} below that of the 7d before by ${place.rag_judge}. ${relevance(numbers)}`,
    diagnosis: diagnosis(numbers),
  });
}

/** The current context relevance, as descriptions end. */
export function relevance({ relevance: now = "unknown" }: Pick<Numbers, "relevance">): string {
  return `Context relevance now: ${now}.`;
}

/** The diagnoses, as the annotation says them. */
export function diagnosis({ diagnoses = "none," }: Pick<Numbers, "diagnoses">): string {
  return `rag.diagnosis over 1h: ${diagnoses} see the spans with rag.quality=fail.`;
}

function quality(
  alert: string,
  metric: string,
  severity: string,
  place: Place,
  texts: { readonly summary: string; readonly description: string; readonly diagnosis: string },
): ExpectedAlert {
  const scope =
    place.rag_model_version !== undefined ? "model" : place.rag_intent_class === undefined ? "service" : "intent";
  const labels = { rag_pipeline: "main", ...place, severity, category: "quality", scope, rag_metric: metric };
  return expectedAlert(alert, labels, texts);
}
