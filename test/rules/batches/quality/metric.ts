import type { ExpectedAlert, Story } from "../../batch.ts";
import { low, type Numbers } from "../../expected/quality.ts";
import { sliceSeries, type Phase, type Slice } from "../../service.ts";
import type { InputSeries } from "../../series.ts";

/** A metric with the thresholds of judges that are not listed: the literature's. */
export interface TestedMetric {
  readonly metric: string;
  /** Its word in names of alerts. */
  readonly word: string;
  readonly warning: number;
  readonly page: number;
  /** Those of `embedded/1`. */
  readonly embedded: { readonly warning: number; readonly page: number };
  /** A healthy mean, above the warning threshold. */
  readonly good: number;
  /** A bad one: below the page threshold on average with 7 bad minutes of 15, and below the warning one with 8 of 38. */
  readonly bad: number;
}

/** The triad. */
export const metricsUnderTest: readonly TestedMetric[] = [
  tested("context_relevance", "ContextRelevance", [0.75, 0.65], [0.45, 0.37]),
  tested("groundedness", "Groundedness", [0.8, 0.7], [0.81, 0.76]),
  tested("answer_relevance", "AnswerRelevance", [0.7, 0.6], [0.39, 0.3]),
];

function tested(
  metric: string,
  word: string,
  [warning, page]: readonly [number, number],
  [embeddedWarning, embeddedPage]: readonly [number, number],
): TestedMetric {
  const embedded = { warning: embeddedWarning, page: embeddedPage };
  return { metric, word, warning, page, embedded, good: warning + 0.076, bad: warning - 0.31 };
}

/** One before and one at each: page after 2 minutes, warning after 5, both kept for 10 after the mean is above again. */
export const checkpoints: readonly string[] = ["29m", "38m", "39m", "42m", "43m", "58m", "59m", "74m", "93m", "94m"];

/** The last minute of every story. */
export const end = 96;

/** The mean of so many bad minutes among all. */
export function mixed({ good, bad }: TestedMetric, bads: number, all: number): number {
  return (good * (all - bads) + bad * bads) / all;
}

/** The alert about a slice's intent class, or about its service when it has none, with this mean. */
export function alertOf(
  { metric }: TestedMetric,
  slice: Slice,
  severity: "page" | "warning",
  mean: number,
  more: Partial<Numbers> & { /** The mean of 15 minutes, where it is another one. */ readonly now?: number } = {},
): ExpectedAlert {
  const { job, pipeline = "main", intent, judge = "nli/1" } = slice;
  const { now = mean, ...numbers } = more;
  const place = {
    job,
    rag_pipeline: pipeline,
    rag_judge: judge,
    ...(intent === undefined ? {} : { rag_intent_class: intent }),
  };
  return low(metric, severity, place, {
    value: mean.toFixed(3),
    ...(metric === "context_relevance" ? { relevance: `${now.toFixed(2)} (${judge})` } : {}),
    ...numbers,
  });
}

/** A slice with one mean from the beginning to the end. */
export function steady(
  { metric }: TestedMetric,
  slice: Slice,
  score: number,
  requests: number,
  more: Partial<Phase> = {},
): readonly InputSeries[] {
  return sliceSeries(slice, [{ minutes: end, requests, scores: { [metric]: score }, ...more }]);
}

/** The same alerts at each of these checkpoints, at all of them when none is named. */
export function firing(
  alerts: readonly ExpectedAlert[],
  at: readonly string[] = checkpoints,
): NonNullable<Story["fires"]> {
  return Object.fromEntries(at.map((checkpoint) => [checkpoint, alerts]));
}

/** Another metric of the triad. */
export function otherThan(metric: string): string {
  return metric === "groundedness" ? "answer_relevance" : "groundedness";
}
