import { seriesName, valuesText, type InputSeries } from "../../series.ts";
import { sliceSeries, type Phase } from "../../service.ts";

/** Not a round time: sums of five minutes end at minute 70, those of half hours at minute 60. */
export const at = "71m";
const end = 72;

/** How many minutes those windows know that are summed from five minutes. */
export const fiveMinutes = [70] as const;

/**
 * How many minutes those windows know that are summed from half hours, at the minutes 30 and 60, and until which one: the
 * latter has seven increments of five minutes.
 */
export const halfHours = [65, 60] as const;

/** When what happens once happens. */
const once = 68;

/** One process, slice and judge that does the same every minute, or does it once. */
export interface Stream {
  readonly job: string;
  readonly rag_pipeline: string;
  readonly rag_intent_class: string;
  readonly rag_model_version: string;
  readonly rag_judge: string;
  readonly instance: string;
  readonly isOnce?: boolean;
  readonly requests: number;
  readonly refusals: number;
  readonly empty: number;
  /** Of its groundedness, below the warning threshold. */
  readonly violations: number;
  readonly scores: Readonly<Record<"context_relevance" | "groundedness" | "answer_relevance", number>>;
}

export const base: Stream = {
  job: "records",
  rag_pipeline: "main",
  rag_intent_class: "faq",
  rag_model_version: "v1",
  rag_judge: "nli/1",
  instance: "a",
  requests: 4,
  refusals: 1,
  empty: 2,
  violations: 1,
  scores: { context_relevance: 0.875, groundedness: 0.75, answer_relevance: 0.5 },
};

const others = { context_relevance: 0.5, groundedness: 0.25, answer_relevance: 0.125 };

/** Each differs in one label from the first, and in what it does from all. */
export const streams: readonly Stream[] = [
  base,
  { ...base, instance: "b", requests: 2, refusals: 0, empty: 0, violations: 2, scores: others },
  { ...base, rag_model_version: "v2", requests: 3, refusals: 3, empty: 1, scores: others },
  { ...base, rag_intent_class: "how-to", requests: 8, refusals: 4, empty: 3, violations: 2, scores: others },
  { ...base, rag_judge: "llm/2", instance: "c", requests: 6, refusals: 4, empty: 5, scores: others },
  { ...base, rag_pipeline: "other", requests: 5, refusals: 4, empty: 5, violations: 6, scores: others },
  { ...base, job: "records-elsewhere", requests: 7, refusals: 1, empty: 1, scores: others },
  { ...base, job: "records-elsewhere", rag_intent_class: "how-to", requests: 3, refusals: 0, empty: 2, scores: others },
  { ...base, rag_intent_class: "idle", requests: 0, refusals: 0, empty: 0, violations: 0 },
  { ...base, job: "records-of-none", requests: 0, refusals: 0, empty: 0, violations: 0 },
  { ...base, job: "records-of-one", isOnce: true, requests: 1, refusals: 1, empty: 2, violations: 2 },
];

export const metrics = ["context_relevance", "groundedness", "answer_relevance"] as const;

/** Each process restarts two minutes before the end: increases go on, differences do not. */
export function seriesOf(stream: Stream): readonly InputSeries[] {
  const { job, rag_pipeline: pipeline, rag_intent_class: intent, rag_model_version: model, rag_judge: judge } = stream;
  const { instance, requests, refusals, empty, scores, isOnce } = stream;
  const violations = { groundedness: { warning: stream.violations, page: stream.violations / 2 } };
  const none = { groundedness: { warning: 0, page: 0 } };
  const slice = { job, pipeline, intent, model, judge, instance };
  if (isOnce === true || requests === 0) {
    const evaluated = (amount: number): Pick<Phase, "counters"> => ({
      counters: metrics.map((rag_metric) => [
        "rag_evaluations_total",
        { rag_intent_class: intent, rag_model_version: model, rag_metric, rag_outcome: "scored" },
        amount,
      ]),
    });
    const nothing = { requests: 0, refusals: 0, empty: 0, violations: none, ...evaluated(0) };
    const phases: readonly Phase[] = [
      { ...nothing, minutes: once - 1 },
      { minutes: 1, requests, refusals, empty, violations, ...evaluated(requests) },
      { ...nothing, minutes: end - once },
    ];
    return [...sliceSeries(slice, phases), ...scoredBefore(stream)];
  }
  const retrievals = { retrievals: requests, ...(failed(stream) > 0 ? { failedRetrievals: failed(stream) } : {}) };
  const phase: Phase = { minutes: end - 3, requests, refusals, empty, violations, scores, ...retrievals };
  return sliceSeries(slice, [phase, { ...phase, minutes: 3, restarts: true }]);
}

/** Retriever calls that fail besides one for each request that does not. */
export function failed({ rag_pipeline, rag_model_version }: Stream): number {
  return rag_pipeline === "other" || rag_model_version === "v2" ? 3 : 0;
}

/** Five scores of long ago, and the new ones. */
function scoredBefore(stream: Stream): readonly InputSeries[] {
  const { requests, refusals: _, empty: __, violations: ___, scores, isOnce: ____, ...place } = stream;
  return metrics.flatMap((metric) =>
    Object.entries({ count: 1, sum: scores[metric] }).map(([quantity, each]) => ({
      series: seriesName(`rag_${metric}_${quantity}`, place),
      values: valuesText(
        Array.from({ length: end + 1 }, (_____, minute) => (5 + (minute < once ? 0 : requests)) * each),
      ),
    })),
  );
}

/** What comes of something per minute, from `until` minus `minutes` on. */
export function amount({ isOnce }: Stream, each: number, minutes: number, until = 71): number {
  if (isOnce !== true) return each * minutes;
  return until > once ? each : 0;
}
