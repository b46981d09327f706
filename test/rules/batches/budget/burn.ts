import type { Story } from "../../batch.ts";
import { budgetBurn } from "../../expected/budget.ts";
import { budgetSeries, type Step } from "./series.ts";

// Violations begin after 3 days and end 9 hours later.
const hours = [0, 2.5, 3, 5.5, 6, 7.5, 8, 9.5, 10, 11, 11.5, 15, 15.5];
const start = 3 * 24;
const at = (hour: number): string => `${(start + hour) * 60}m`;

/** When the alerts are looked at. */
export const burnCheckpoints: readonly string[] = hours.map(at);

/**
 * Burn rates of 6 hours to 3 days. Every half hour's first step has no scores: what is on the border of two windows
 * counts in both for Prometheus 2, and in one for Prometheus 3. Few stories at a time, for promtool's limit of samples.
 */
export function burnStories(): readonly (readonly Story[])[] {
  return [
    [burns()],
    [
      steady("exactly-6", { scored: 16, violations: 6 }, ["1d", "3d"], "6.0"),
      steady("exactly-3", { scored: 16, violations: 3 }, ["3d"], "3.0"),
    ],
    [steady("exactly-1", { scored: 16, violations: 1 }, [], "1.0"), otherMetric()],
    [few("30m", 20), few("30m", 19)],
    [few("2h", 20), few("2h", 19)],
    [few("6h", 20), few("6h", 19)],
  ];
}

function placeOf(job: string) {
  return { job, rag_metric: "groundedness" };
}

/** The steps of a half hour: 5 with these scores, after one without. */
function steps(job: string, halfHour: (index: number) => Step, metric?: string) {
  const count = (start + 16) * 12;
  const place = metric === undefined ? {} : { metric };
  return budgetSeries(
    job,
    count,
    (index) => (index % 6 === 0 ? { scored: 0, violations: 0 } : halfHour(Math.floor(index / 6))),
    place,
  );
}

/** All scores violate for 9 hours: each window has its moment, and lets go when its short one does. */
function burns(): Story {
  const job = "burns";
  const bad = (hour: number): number => Math.max(0, Math.min(hour, 9));
  const alert = (long: "6h" | "1d" | "3d", length: number, hour: number) =>
    budgetBurn(long, placeOf(job), { value: ((Math.min(bad(hour), length) / length) * 16).toFixed(1) });
  // What fired when the short window let go stays in the text.
  const of6h = (hour: number) => (hour >= 3 && hour <= 9.5 ? [alert("6h", 6, Math.min(hour, 9))] : []);
  const of1d = (hour: number) => (hour >= 6 && hour <= 11 ? [alert("1d", 24, hour)] : []);
  const of3d = (hour: number) => (hour >= 8 && hour <= 15 ? [alert("3d", 72, hour)] : []);
  return {
    job,
    series: steps(job, (halfHour) => ({
      scored: 4,
      violations: halfHour >= start * 2 && halfHour < (start + 9) * 2 ? 4 : 0,
    })),
    fires: Object.fromEntries(hours.map((hour) => [at(hour), [...of6h(hour), ...of1d(hour), ...of3d(hour)]])),
  };
}

/** A burn rate that is the factor is not above it. */
function steady(job: string, step: Step, longs: readonly ("6h" | "1d" | "3d")[], value: string): Story {
  return {
    job,
    series: steps(job, () => step),
    fires: Object.fromEntries(
      burnCheckpoints.map((checkpoint) => [checkpoint, longs.map((long) => budgetBurn(long, placeOf(job), { value }))]),
    ),
  };
}

/** A metric without an objective has no budget. */
function otherMetric(): Story {
  const job = "other-metric";
  return { job, series: steps(job, () => ({ scored: 4, violations: 4 }), "answer_relevance") };
}

/** 20 scores in the short window are enough, and 19 are not. */
function few(short: "30m" | "2h" | "6h", count: number): Story {
  const job = `few-${count}-in-${short}`;
  const halfHours = { "30m": 1, "2h": 4, "6h": 12 }[short];
  const order = ["30m", "2h", "6h"] as const;
  const longs = ["6h", "1d", "3d"] as const;
  const firing = longs.filter(
    (_, index) => index > order.indexOf(short) || (index === order.indexOf(short) && count === 20),
  );
  // As many in each half hour as possible, the rest one by one; all on the second step.
  const inHalfHour = (index: number): number =>
    Math.floor(((index % halfHours) + 1) * (count / halfHours) + 1e-9) -
    Math.floor((index % halfHours) * (count / halfHours) + 1e-9);
  const series = budgetSeries(job, (start + 16) * 12, (index) => {
    const scored = index % 6 === 1 ? inHalfHour(Math.floor(index / 6)) : 0;
    return { scored, violations: scored };
  });
  return {
    job,
    series,
    fires: Object.fromEntries(
      burnCheckpoints.map((checkpoint) => [
        checkpoint,
        firing.map((long) => budgetBurn(long, placeOf(job), { value: "16.0" })),
      ]),
    ),
  };
}
