import type { Story } from "../../batch.ts";
import { seriesName } from "../../series.ts";
import { drift } from "../../expected/quality.ts";
import { otherThan, type TestedMetric } from "../quality/metric.ts";
import { afterHour, between, last, week } from "./checkpoints.ts";
import { daily, halfHourOf, scoreSeries, type Scores } from "./half-hours.ts";

/** An intent class against its own past. */
export function driftStories({ metric }: TestedMetric): readonly Story[] {
  const alert = (job: string, value: string) =>
    drift(metric, { job, rag_intent_class: "faq", rag_judge: "nli/1" }, { value });
  const story = (job: string, scores: Partial<Scores>, fires: Story["fires"] = {}): Story => {
    const { count = () => 50 } = scores;
    // Nothing is scored where the past begins at the last checkpoint: Prometheus 2 counts what is on its border, and 3 does not.
    const inside = (halfHour: number): number => (halfHour === halfHourOf(1) ? 0 : count(halfHour));
    return { job, series: scoreSeries({ job, metric, mean: () => 0.875, ...scores, count: inside }), fires };
  };
  /** From the eighth day on, of which the past has half an hour at the last checkpoint. */
  const after =
    (mean: number, before = 0.875) =>
    (halfHour: number) =>
      halfHour < halfHourOf(8) ? before : mean;
  const atTheEnd = (job: string, drop: number) => between(last, last, [alert(job, ((drop * 335) / 336).toFixed(3))]);
  /** The day before the past, its first day, and the last day. */
  const past = (before: number, first: number) => (halfHour: number) => {
    if (halfHour <= halfHourOf(1)) return before;
    if (halfHour < halfHourOf(2)) return first;
    return after(0.75)(halfHour);
  };
  return [
    story(
      "drift",
      { mean: (halfHour) => (halfHour < halfHourOf(7) ? 0.875 : 0.49) },
      {
        // 4 of 48 half hours make a drop of 0.03; a day later the past has changed too.
        ...between(week + 2.5, week + 20, (hour) => [alert("drift", ((0.385 * 2 * (hour - week)) / 48).toFixed(3))]),
        ...between(last, last, [alert("drift", ((0.385 * (336 - 49)) / 336).toFixed(3))]),
      },
    ),
    // An hour without scores, so that past and present are apart at two evaluations.
    story(
      "drift-sharp",
      { mean: after(0, 0.03), count: withPause },
      between(last, last, [alert("drift-sharp", "0.030")]),
    ),
    story("drift-small", { mean: after(0, 0.0299), count: withPause }),
    // 240 and 1680 scores: a margin of 0.0567, of which the 240 alone would make 0.0530.
    story("drift-by-chance", { mean: after(0.49, 0.545), count: daily(240) }),
    story("drift-by-more", { mean: after(0.475, 0.54), count: daily(240) }, atTheEnd("drift-by-more", 0.065)),
    story("drift-200", { mean: after(0.5), count: lately(200) }, between(last, last, [alert("drift-200", "0.375")])),
    { ...story("drift-199", { mean: after(0.5), count: lately(199) }), results: unknown("drift-199") },
    story(
      "drift-from-200",
      { mean: after(0.5), count: onOneDay(200) },
      between(last, last, [alert("drift-from-200", "0.375")]),
    ),
    { ...story("drift-from-199", { mean: after(0.5), count: onOneDay(199) }), results: unknown("drift-from-199") },
    // All of the past's scores are of its last day.
    story(
      "drift-from-yesterday",
      { mean: after(0.5), count: onYesterday(200) },
      between(last, last, [alert("drift-from-yesterday", "0.375")]),
    ),
    byDay(metric),
    // The first day of the past counts, and the day before it does not.
    story("drift-first-day", { mean: past(0.875, 0.125) }),
    story("drift-before", { mean: past(0.125, 0.875) }, atTheEnd("drift-before", 0.125)),
    story("drift-other-metric", { metric: otherThan(metric), mean: after(0.5) }),
    story("drift-better", { mean: after(1) }),
  ];
}

/** Neither a drift nor what chance may explain of it: each asks for enough scores itself. */
function unknown(job: string): NonNullable<Story["results"]> {
  return ["drift1d", "drift_margin1d"].map((name) => ({
    at: afterHour(last),
    expression: `intent:rag_score:${name}{job="${job}"}`,
    samples: [],
  }));
}

/** Days that differ in their number of scores and in their mean, so that no two windows are the same. */
function byDay(metric: string): Story {
  const job = "drift-by-day";
  const dayOf = (halfHour: number): number => Math.floor(halfHour / 48);
  const count = (halfHour: number): number => (halfHour === halfHourOf(1) ? 0 : 10 + dayOf(halfHour));
  const mean = (halfHour: number): number => 0.25 + dayOf(halfHour) / 16;
  const over = (from: number, to: number): { readonly mean: number; readonly variance: number } => {
    const halfHours = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const scores = halfHours.reduce((sum, halfHour) => sum + count(halfHour), 0);
    const average = halfHours.reduce((sum, halfHour) => sum + count(halfHour) * mean(halfHour), 0) / scores;
    return { mean: average, variance: (average * (1 - average)) / scores };
  };
  const past = over(halfHourOf(1) + 1, halfHourOf(8));
  const recent = over(halfHourOf(8) + 1, halfHourOf(9));
  const result = (name: string, value: number) => ({
    at: afterHour(last),
    expression: `round(100000 * intent:rag_score:${name}{job="${job}"})`,
    samples: [
      {
        labels: seriesName("", {
          job,
          rag_pipeline: "main",
          rag_intent_class: "faq",
          rag_judge: "nli/1",
          rag_metric: metric,
        }),
        value: Math.round(100_000 * value),
      },
    ],
  });
  return {
    job,
    series: scoreSeries({ job, metric, count, mean }),
    results: [
      result("drift1d", past.mean - recent.mean),
      result("drift_margin1d", 1.645 * Math.sqrt(past.variance + recent.variance)),
    ],
  };
}

function withPause(halfHour: number): number {
  return halfHour >= halfHourOf(8) && halfHour < halfHourOf(8, 1) ? 0 : 500;
}

/** So many a day in the last two days. */
function lately(count: number): (halfHour: number) => number {
  return (halfHour) => (halfHour < halfHourOf(7) ? 50 : daily(count)(halfHour));
}

/** So many scores on the fifth day, and 50 each half hour of the last one. */
function onOneDay(count: number): (halfHour: number) => number {
  return (halfHour) => {
    if (halfHour > halfHourOf(8)) return 50;
    return halfHour >= halfHourOf(5) && halfHour < halfHourOf(6) ? daily(count)(halfHour) : 0;
  };
}

/** So many scores on the day before the last one, and 50 each half hour of that. */
function onYesterday(count: number): (halfHour: number) => number {
  return (halfHour) => {
    if (halfHour > halfHourOf(8)) return 50;
    return halfHour > halfHourOf(7) ? daily(count)(halfHour - 1) : 0;
  };
}
