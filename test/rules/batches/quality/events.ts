import type { Story } from "../../batch.ts";
import { repeated, sliceSeries, type Phase, type Slice } from "../../service.ts";
import { alertOf, end, firing, steady, type TestedMetric } from "./metric.ts";

/** What happens to processes and scrapes. */
export function eventStories(tested: TestedMetric): readonly Story[] {
  return [
    restarts(tested),
    gaps(tested),
    vanishes(tested),
    bornInABurst(tested),
    notANumber(tested),
    infinite(tested),
    tenAtNight(tested),
    missedScrapes(tested),
  ];
}

function phase({ metric }: TestedMetric, minutes: number, score: number, more: Partial<Phase> = {}): Phase {
  return { minutes, requests: 4, scores: { [metric]: score }, ...more };
}

/** One instance restarts again and again. */
function restarts(tested: TestedMetric): Story {
  const slice = { job: "restarts", intent: "faq" };
  return {
    job: slice.job,
    series: [
      ...sliceSeries(slice, repeated(8, [phase(tested, 12, tested.good, { restarts: true })])),
      ...steady(tested, { ...slice, instance: "b" }, tested.good, 4),
    ],
  };
}

/** Nothing is scraped for 10 minutes: a good service stays silent, and a bad one goes on alerting. */
function gaps(tested: TestedMetric): Story {
  const slice = { job: "gaps", intent: "bad" };
  const withGap = (score: number): readonly Phase[] => [
    phase(tested, 70, score),
    phase(tested, 10, score, { isUnseen: true }),
    phase(tested, 16, score),
  ];
  return {
    job: slice.job,
    series: [
      ...sliceSeries(slice, withGap(tested.bad)),
      ...sliceSeries({ ...slice, intent: "good" }, withGap(tested.good)),
    ],
    fires: firing([alertOf(tested, slice, "page", tested.bad), alertOf(tested, slice, "warning", tested.bad)]),
  };
}

/** A process that is gone has no quality. */
function vanishes(tested: TestedMetric): Story {
  const slice = { job: "vanishes", intent: "faq" };
  const page = alertOf(tested, slice, "page", tested.bad);
  const warning = alertOf(tested, slice, "warning", tested.bad);
  return {
    job: slice.job,
    series: sliceSeries(slice, [phase(tested, 45, tested.bad), phase(tested, 51, tested.bad, { isUnseen: true })]),
    fires: {
      ...firing([page, warning], ["29m", "38m", "39m", "42m", "43m", "58m", "59m"]),
      // The hour's increase is still there, of what was scraped in it; in the end nothing is known of the last 15 minutes.
      ...firing([alertOf(tested, slice, "warning", tested.bad, unknownNow(tested))], ["74m", "93m", "94m"]),
    },
  };
}

function unknownNow({ metric }: TestedMetric): { readonly relevance?: string } {
  return metric === "context_relevance" ? { relevance: "unknown" } : {};
}

/** The first sample of a series is no increase: a burst within one scrape is lost, what follows is not. */
function bornInABurst(tested: TestedMetric): Story {
  const slice: Slice = { job: "burst", intent: "new", born: 20, age: 0 };
  const page = alertOf(tested, slice, "page", tested.bad);
  return {
    job: slice.job,
    series: sliceSeries(slice, [
      phase(tested, 1, tested.bad, { requests: 60 }),
      phase(tested, 29, tested.bad, { requests: 0 }),
      phase(tested, 46, tested.bad),
    ]),
    fires: {
      ...firing([page], ["58m", "59m"]),
      ...firing([page, alertOf(tested, slice, "warning", tested.bad)], ["74m", "93m", "94m"]),
    },
  };
}

/** A sum that is not finite has no mean, and another alert says so. */
function notANumber(tested: TestedMetric): Story {
  const slice = { job: "not-a-number", intent: "faq" };
  return { job: slice.job, series: sliceSeries(slice, [phase(tested, end, tested.bad, { brokenSum: Number.NaN })]) };
}

function infinite(tested: TestedMetric): Story {
  const slice = { job: "infinite", intent: "faq" };
  return {
    job: slice.job,
    series: sliceSeries(slice, [phase(tested, end, tested.bad, { brokenSum: Number.POSITIVE_INFINITY })]),
  };
}

/** Ten bad answers in a quiet night. */
function tenAtNight(tested: TestedMetric): Story {
  const slice = { job: "night", intent: "faq" };
  return {
    job: slice.job,
    series: sliceSeries(slice, [
      phase(tested, 28, tested.bad, { requests: 0 }),
      phase(tested, 10, tested.bad, { requests: 1 }),
      phase(tested, 58, tested.bad, { requests: 0 }),
    ]),
  };
}

/** Every other scrape is missed: means stay what they are. */
function missedScrapes(tested: TestedMetric): Story {
  const slice = { job: "missed", intent: "good" };
  const every = (score: number): readonly Phase[] =>
    repeated(end / 2, [phase(tested, 1, score), phase(tested, 1, score, { isUnseen: true })]);
  return {
    job: slice.job,
    series: [...sliceSeries(slice, every(tested.good)), ...sliceSeries({ ...slice, intent: "bad" }, every(tested.bad))],
    fires: firing([
      alertOf(tested, { ...slice, intent: "bad" }, "page", tested.bad),
      alertOf(tested, { ...slice, intent: "bad" }, "warning", tested.bad),
    ]),
  };
}
