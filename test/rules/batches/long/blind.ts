import type { Story } from "../../batch.ts";
import { intentBlind } from "../../expected/retrieval.ts";
import { between, last } from "./checkpoints.ts";
import { halfHourOf, scoreSeries, trafficSeries } from "./half-hours.ts";

/** Requests, and too few scores in a week. Each is a batch of its own. */
export function blindStories(): readonly Story[] {
  const place = (job: string, intent: string) => ({ job, rag_intent_class: intent });
  const traffic = (job: string, intents: readonly string[], from = 0) =>
    intents.flatMap((intent) =>
      trafficSeries(
        job,
        intent,
        (halfHour) => (halfHour < from ? 0 : 1),
        () => 0,
      ),
    );
  const scores = (job: string, intent: string, count: (halfHour: number) => number, more = {}) =>
    scoreSeries({ job, intent, metric: "groundedness", count, mean: () => 0.875, ...more });
  /** One each half hour, from the third day on: within the week at every checkpoint. */
  const some = (count: number) => (halfHour: number) =>
    halfHour >= halfHourOf(3) && halfHour < halfHourOf(3) + count ? 1 : 0;
  /** After a week all half hours of a week have a request. */
  const requests = (hour: number): number => Math.min(336, 2 * hour);
  return [
    {
      job: "blind-29-of-30",
      series: [
        ...traffic("blind-29-of-30", ["29", "30"]),
        ...scores("blind-29-of-30", "29", some(29)),
        ...scores("blind-29-of-30", "30", some(30)),
      ],
      fires: between(0, last, (hour) => [intentBlind(place("blind-29-of-30", "29"), requests(hour))]),
    },
    {
      job: "blind-metrics",
      series: [
        ...traffic("blind-metrics", ["two-judges", "two-metrics", "two-models"]),
        ...scores("blind-metrics", "two-judges", some(15)),
        ...scores("blind-metrics", "two-judges", some(15), { judge: "llm/2" }),
        ...scores("blind-metrics", "two-metrics", some(15)),
        ...scores("blind-metrics", "two-metrics", some(15), { metric: "answer_relevance" }),
        ...scores("blind-metrics", "two-models", some(15)),
        ...scores("blind-metrics", "two-models", some(15), { model: "v2" }),
      ],
      // Scores of two judges, or of two metrics, say no more together than each alone.
      fires: between(0, last, (hour) =>
        ["two-judges", "two-metrics"].map((intent) => intentBlind(place("blind-metrics", intent), requests(hour))),
      ),
    },
    {
      // Its scores leave the window during the eighth day; it waits for a day from then on.
      job: "blind-forgotten",
      series: [
        ...traffic("blind-forgotten", ["faq", "idle"], 0),
        ...scores("blind-forgotten", "faq", (halfHour) => (halfHour < 36 ? 1 : 0)),
        ...scores("blind-forgotten", "idle", (halfHour) => (halfHour >= 24 && halfHour < 240 ? 1 : 0)),
      ],
      fires: between(last, last, [intentBlind(place("blind-forgotten", "faq"), 336)]),
    },
    {
      // A day after its first request, and half an hour less.
      job: "blind-new",
      series: [
        ...traffic("blind-new", ["a-day"], halfHourOf(8)),
        ...traffic("blind-new", ["almost"], halfHourOf(8) + 1),
      ],
      fires: between(last, last, [intentBlind(place("blind-new", "a-day"), 49)]),
    },
  ];
}
