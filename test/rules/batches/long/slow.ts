import type { Story } from "../../batch.ts";
import { lowSlow } from "../../expected/quality.ts";
import { mixed, otherThan, type TestedMetric } from "../quality/metric.ts";
import { always, between, last, week } from "./checkpoints.ts";
import { halfHourOf, scoreSeries, trafficSeries, type Scores } from "./half-hours.ts";

/** A day's mean of intent classes with little traffic. */
export function slowStories(tested: TestedMetric): readonly Story[] {
  const { metric, warning, good, bad } = tested;
  const alert = (job: string, mean: number) =>
    lowSlow(metric, { job, rag_intent_class: "faq", rag_judge: "nli/1" }, { value: mean.toFixed(3) });
  const story = (job: string, scores: Partial<Scores>, fires: Story["fires"] = {}): Story => ({
    job,
    series: scoreSeries({ job, metric, count: () => 1, mean: () => bad, ...scores }),
    fires,
  });
  /** An intent class that has so many scores in the hour, for so many hours. */
  const busy = (job: string, hourly: number, from: number, hours: number, fires?: Story["fires"]): Story => {
    const isBusy = (halfHour: number) => halfHour >= halfHourOf(0, from) && halfHour < halfHourOf(0, from + hours);
    return story(job, { hourly: (halfHour) => (isBusy(halfHour) ? hourly : 0) }, fires);
  };
  /** The first so many half hours of each day. */
  const daily = (count: number) => (halfHour: number) => (halfHour % 48 < count ? 1 : 0);
  /** So many, one in every second half hour from the third day on: within the week at every checkpoint. */
  const everySecond = (count: number) => (halfHour: number) => {
    const index = halfHour - halfHourOf(3);
    return index >= 0 && index < 2 * count && index % 2 === 0 ? 1 : 0;
  };
  const lately = (halfHour: number) => (halfHour < halfHourOf(8) ? good : bad);
  return [
    story(
      "slow-falls",
      { mean: (halfHour) => (halfHour < halfHourOf(7) ? good : bad) },
      // 10 of 48 half hours are enough.
      between(week + 5.5, last, (hour) => [alert("slow-falls", mixed(tested, Math.min(48, 2 * (hour - week)), 48))]),
    ),
    // Bad since the eighth day: 30 scores of the last day are enough, and with 29 the week counts, which is good.
    story("slow-30", { count: daily(30), mean: lately }, between(last, last, [alert("slow-30", bad)])),
    story("slow-29", { count: daily(29), mean: lately }),
    // Of a day that has 30, the week does not matter.
    story(
      "slow-mended",
      { mean: (halfHour) => (halfHour < halfHourOf(7) ? bad : good) },
      between(0, week + 5.5, (hour) => [
        alert("slow-mended", mixed(tested, 48 - Math.max(0, Math.min(48, 2 * (hour - week))), 48)),
      ]),
    ),
    // 30 in a week, of which no day has as many.
    story("slow-week-30", { count: everySecond(30) }, always(alert("slow-week-30", bad))),
    story("slow-week-29", { count: everySecond(29) }),
    story("slow-week-other-metric", { count: everySecond(40), metric: otherThan(metric) }),
    story("slow-week-equal", { count: everySecond(40), mean: () => warning }),
    story("slow-equal", { mean: () => warning }),
    // The fast form looks at what has 30 scores an hour during more than a quarter of the day. With 29 it does not.
    busy("busy-30", 30, week - 19, 8, between(week + 20, last, [alert("busy-30", bad)])),
    busy("busy-29", 29, week - 19, 8, always(alert("busy-29", bad))),
    busy("busy-5-hours", 30, week - 18, 5, always(alert("busy-5-hours", bad))),
    busy("busy-long-ago", 30, week - 30, 8, between(week, last, [alert("busy-long-ago", bad)])),
    // Its process has restarted and not seen it again: the hour has no count, the day has.
    story(
      "slow-restarted",
      { hourly: (halfHour) => (halfHour < halfHourOf(7) ? 0 : undefined) },
      always(alert("slow-restarted", bad)),
    ),
    story("slow-other-metric", { metric: otherThan(metric) }),
    ...(metric === "context_relevance" ? [usuallyRefused(tested)] : []),
  ];
}

/** Three of four answers are refusals; of an intent class of the same name in another pipeline none is. */
function usuallyRefused({ metric, bad }: TestedMetric): Story {
  const job = "slow-refused";
  const alert = (intent: string, pipeline: string) =>
    lowSlow(
      metric,
      { job, rag_pipeline: pipeline, rag_intent_class: intent, rag_judge: "nli/1" },
      { value: bad.toFixed(3) },
    );
  const intent = (name: string, pipeline: string, refusals: number) => [
    ...scoreSeries({ job, metric, intent: name, pipeline, count: () => 1, mean: () => bad }),
    ...trafficSeries(
      job,
      name,
      () => 4,
      () => refusals,
      pipeline,
    ),
  ];
  return {
    job,
    series: [...intent("mostly", "main", 3), ...intent("half", "main", 2), ...intent("mostly", "other", 0)],
    fires: always(alert("half", "main"), alert("mostly", "other")),
  };
}
