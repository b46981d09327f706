import type { Story } from "../../batch.ts";
import { refusalShareHigh } from "../../expected/retrieval.ts";
import { always, between, last, week } from "./checkpoints.ts";
import { halfHourOf, recorded, trafficSeries } from "./half-hours.ts";

/** The hour's share of refusals, and the hour's requests, as recorded. */
function hour(job: string, intent: string, share: (halfHour: number) => number, requests = 100) {
  const labels = { job, rag_pipeline: "main", rag_intent_class: intent };
  return [
    recorded("intent:rag_refusals:ratio1h", labels, share),
    recorded("intent:rag_requests:increase1h", labels, () => requests),
  ];
}

/** Refusals above what is usual. Each is a batch of its own. */
export function refusalStories(): readonly Story[] {
  const alert = (job: string, intent: string, share: string) =>
    refusalShareHigh({ job, rag_intent_class: intent }, { share });
  const from = (first: number, share: number) => (halfHour: number) => (halfHour < first ? 0.25 : share);
  return [
    {
      // Usually a quarter: 0.45 is 0.2 above it, and not more; the alert goes on while the past catches up.
      job: "refusals",
      series: [
        ...trafficSeries(
          "refusals",
          "rises",
          () => 8,
          () => 2,
        ),
        ...hour("refusals", "rises", from(halfHourOf(7), 0.5)),
        ...trafficSeries(
          "refusals",
          "usual",
          () => 8,
          () => 4,
        ),
        ...hour("refusals", "usual", () => 0.7),
      ],
      fires: between(week, last, [alert("refusals", "rises", "25%")]),
    },
    {
      job: "refusals-hourly",
      series: ["30", "29"].flatMap((intent) => [
        ...trafficSeries(
          "refusals-hourly",
          intent,
          () => 8,
          () => 2,
        ),
        ...hour("refusals-hourly", intent, () => 0.5, Number(intent)),
      ]),
      fires: always(alert("refusals-hourly", "30", "25%")),
    },
    {
      // 200 requests of the week before the last day, on one of its days.
      job: "refusals-weekly",
      series: ["200", "199"].flatMap((intent) => [
        ...trafficSeries("refusals-weekly", intent, onOneDay(Number(intent)), onOneDay(50)),
        ...hour("refusals-weekly", intent, () => 0.5),
      ]),
      fires: always(alert("refusals-weekly", "200", "25%")),
    },
    {
      // Refusals of the last day are not what is usual; those of six days ago are.
      job: "refusals-past",
      series: [
        ...trafficSeries(
          "refusals-past",
          "lately",
          () => 8,
          (halfHour) => (halfHour < halfHourOf(6, 12) ? 0 : 8),
        ),
        ...hour("refusals-past", "lately", () => 0.25),
        ...trafficSeries(
          "refusals-past",
          "long-ago",
          () => 8,
          (halfHour) => (halfHour < halfHourOf(2) ? 8 : 0),
        ),
        ...hour("refusals-past", "long-ago", () => 0.45),
      ],
      fires: {
        ...between(0, week + 5.5, [alert("refusals-past", "lately", "25%")]),
        ...between(week + 20, week + 20, [alert("refusals-past", "lately", "20.12%")]),
        ...between(last, last, [alert("refusals-past", "long-ago", "31.01%")]),
      },
    },
  ];
}

function onOneDay(count: number): (halfHour: number) => number {
  return (halfHour) => (halfHour === halfHourOf(4) ? count : 0);
}
