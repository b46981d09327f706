import { seriesName, valuesText, type InputSeries } from "../../series.ts";

/** Samples are 5 minutes apart: 9 days of them and a bit. */
export const days = 9;
const halfHours = days * 48 + 4;

/**
 * A recorded 5-minute increment with one amount in each half hour, at twenty past: never where two windows meet,
 * which Prometheus 2 counts in both and Prometheus 3 in one.
 */
export function increments(
  name: string,
  labels: Readonly<Record<string, string>>,
  amount: (halfHour: number) => number,
): InputSeries {
  const values = Array.from({ length: halfHours }, (_, halfHour) => [0, 0, 0, 0, amount(halfHour), 0]).flat();
  return { series: seriesName(name, labels), values: valuesText(values) };
}

/** A recorded value that changes each half hour. */
export function recorded(
  name: string,
  labels: Readonly<Record<string, string>>,
  value: (halfHour: number) => number | undefined,
): InputSeries {
  const values = Array.from({ length: halfHours }, (_, halfHour) => Array.from({ length: 6 }, () => value(halfHour)));
  return { series: seriesName(name, labels), values: valuesText(values.flat()) };
}

/** The half hour that a day and an hour begin with. */
export function halfHourOf(day: number, hour = 0): number {
  return day * 48 + hour * 2;
}

/** So many a day: 5 in each half hour, until they are all. */
export function daily(count: number): (halfHour: number) => number {
  return (halfHour) => Math.max(0, Math.min(5, count - (halfHour % 48) * 5));
}

/** What scores a slice has: how many, and their mean, by half hour. */
export interface Scores {
  readonly job: string;
  readonly metric: string;
  readonly pipeline?: string;
  readonly intent?: string;
  readonly model?: string;
  readonly judge?: string;
  readonly count: (halfHour: number) => number;
  readonly mean: (halfHour: number) => number;
  /** The recorded count of the last hour, undefined for none; 0 when left out, as of an intent class with little traffic. */
  readonly hourly?: (halfHour: number) => number | undefined;
}

/** The recorded increments of a slice's scores, and the hour's count of its intent class. */
export function scoreSeries(scores: Scores): readonly InputSeries[] {
  const {
    job,
    metric,
    pipeline = "main",
    intent = "faq",
    model = "v1",
    judge = "nli/1",
    count,
    mean,
    hourly = () => 0,
  } = scores;
  const labels = { job, rag_pipeline: pipeline, rag_intent_class: intent, rag_judge: judge, rag_metric: metric };
  const slice = { ...labels, rag_model_version: model };
  return [
    increments("slice:rag_score_count:increase5m", slice, count),
    increments("slice:rag_score_sum:increase5m", slice, (halfHour) => count(halfHour) * mean(halfHour)),
    ...(model === "v1" ? [recorded("intent:rag_score_count:increase1h", labels, hourly)] : []),
  ];
}

/** The recorded increments of an intent class's requests and refusals. */
export function trafficSeries(
  job: string,
  intent: string,
  requests: (halfHour: number) => number,
  refusals: (halfHour: number) => number,
  pipeline = "main",
): readonly InputSeries[] {
  const labels = { job, rag_pipeline: pipeline, rag_intent_class: intent };
  return [
    increments("intent:rag_requests:increase5m", labels, requests),
    increments("intent:rag_refusals:increase5m", labels, refusals),
  ];
}
