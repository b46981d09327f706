import type { Batch } from "../batch.ts";
import { seriesName, valuesText, type InputSeries } from "../series.ts";

/** Samples are 5 minutes apart. */
const hours = 48;
const samples = hours * 12 + 1;
const at = `${hours}h`;
const job = "usual";
const record = "intent:rag_refusals:usual";

type Value = number | undefined | ((hour: number) => number | undefined);

/** What is recorded of an intent class: constant, or by the hour. */
interface Class {
  readonly intent?: string;
  /** The week's share of refusals, and that of the last hour. */
  readonly share?: Value;
  readonly hourShare?: Value;
  /** The week's requests. */
  readonly requests?: Value;
  /** Retriever calls a step that succeed, and that fail. */
  readonly retrieved?: number;
  readonly failed?: number;
}

function valueAt(value: Value, hour: number): number | undefined {
  return typeof value === "function" ? value(hour) : value;
}

function seriesOf(pipeline: string, { intent = "mostly", ...of }: Class): readonly InputSeries[] {
  const labels = { job, rag_pipeline: pipeline, rag_intent_class: intent };
  const series = (
    name: string,
    more: Readonly<Record<string, string>>,
    value: (index: number) => number | undefined,
  ) => ({
    series: seriesName(name, { ...labels, ...more }),
    values: valuesText(Array.from({ length: samples }, (_, index) => value(index))),
  });
  const recorded = (name: string, value: Value) => series(name, {}, (index) => valueAt(value, index / 12));
  const counter = (more: Readonly<Record<string, string>>, each: number) =>
    series("gen_ai_retrieval_duration_count", more, (index) => each * index);
  return [
    recorded("intent:rag_refusals:ratio7d", of.share),
    recorded("intent:rag_refusals:ratio1h", of.hourShare),
    recorded("intent:rag_requests:increase7d", of.requests),
    recorded("intent:rag_requests:increase5m", 0),
    counter({}, of.retrieved ?? 0),
    counter({ error_type: "Error" }, of.failed ?? 0),
  ];
}

/** One value for some hours of the last day, another one before and after. */
function duringDay(then: number, otherwise: number): (hour: number) => number {
  return (hour) => (hour > 25 && hour < 30 ? then : otherwise);
}

/** Intent classes of a pipeline, and the share that is recorded as usual for the one named `mostly`. */
const pipelines: Readonly<Record<string, { readonly classes: readonly Class[]; readonly usual?: number }>> = {
  // Known for longer than a day, by 200 requests.
  known: { classes: [{ share: 0.75, requests: (hour) => (hour < 23 ? 100 : 200) }], usual: 0.75 },
  "known-by-199": { classes: [{ share: 0.75, requests: (hour) => (hour <= 24 ? 199 : 1000) }] },
  half: { classes: [{ share: 0.5, requests: 1000 }] },
  // What was otherwise within the day, and before it.
  "not-all-day": { classes: [{ share: (hour) => (hour < 25 ? 0.5 : 0.75), requests: 1000 }] },
  "all-day": { classes: [{ share: (hour) => (hour < 23 ? 0.25 : 0.75), requests: 1000 }], usual: 0.75 },
  // A share of fewer than 20 requests does not count.
  "not-of-19": { classes: [{ share: duringDay(0.25, 0.75), requests: duringDay(19, 200) }], usual: 0.75 },
  "of-20": { classes: [{ share: duringDay(0.25, 0.75), requests: duringDay(20, 200) }] },
  // Young, and others are retrieved for and answered, or are not.
  answered: {
    classes: [
      { share: 0.75, requests: 19 },
      { intent: "half", share: 0.5, retrieved: 1 },
    ],
    usual: 0.75,
  },
  "answered-lately": {
    classes: [{ hourShare: 0.75 }, { intent: "half", hourShare: 0.5, retrieved: 1 }],
    usual: 0.75,
  },
  "answered-by-itself": { classes: [{ intent: "half", share: 0.5, requests: 19, retrieved: 1 }] },
  refused: {
    classes: [
      { share: 0.75, requests: 19 },
      { intent: "more", share: 0.625, retrieved: 1 },
    ],
  },
  "not-retrieved": {
    classes: [
      { share: 0.75, requests: 19 },
      { intent: "half", share: 0.5 },
    ],
  },
  failed: {
    classes: [
      { share: 0.75, requests: 19 },
      { intent: "half", share: 0.5, failed: 1 },
    ],
  },
};

/** In which intent classes refusals are usual: a batch for each pipeline, for promtool's limit of samples. */
export const usualRefusalBatches: readonly Batch[] = Object.entries(pipelines).map(
  ([rag_pipeline, { classes, usual }]) => ({
    name: `usual refusals: ${rag_pipeline}`,
    alerts: [],
    given: [
      "intent:rag_refusals:ratio7d",
      "intent:rag_refusals:ratio1h",
      "intent:rag_requests:increase7d",
      "intent:rag_requests:increase5m",
    ],
    interval: "5m",
    evaluation: "30m",
    checkpoints: [at],
    stories: [
      {
        job,
        series: classes.flatMap((each) => seriesOf(rag_pipeline, each)),
        results: [
          {
            at,
            expression: record,
            samples:
              usual === undefined
                ? []
                : [{ labels: seriesName(record, { job, rag_pipeline, rag_intent_class: "mostly" }), value: usual }],
          },
        ],
      },
    ],
  }),
);
