import type { Numbers } from "../../expected/quality.ts";
import type { Story } from "../../batch.ts";
import { sliceSeries, type Phase, type Slice } from "../../service.ts";
import { alertOf, end, mixed, type TestedMetric } from "./metric.ts";

/** Minutes: quality falls after 30 of them, and is mended after 75. */
const falls = 30;
const mended = 75;

/** Quality falls, and is mended. */
export function fallStories(tested: TestedMetric): readonly Story[] {
  return [
    oneOfTwo(tested),
    severalOfThree(tested),
    drowned(tested),
    ...(tested.metric === "groundedness"
      ? [withoutContext(tested), contextAgain(tested), contextAgainOfSmall(tested)]
      : []),
  ];
}

/** Both intent classes had no context, and fall long after they have it again: that is the service's matter. */
function contextAgain(tested: TestedMetric): Story {
  const job = "context-again";
  const { metric, good, bad } = tested;
  const phase = (minutes: number, empty: number, score: number): Phase => ({
    ...{ minutes, requests: 4, refusals: 0, retrievals: 4, empty },
    scores: { [metric]: score },
  });
  const all = (severity: "page" | "warning", bads: number, minutes: number) =>
    [{ job }, { job, intent: "one" }, { job, intent: "two" }].map((place) =>
      alertOf(tested, place, severity, mixed(tested, bads, minutes)),
    );
  return {
    job,
    series: ["one", "two"].flatMap((intent) =>
      sliceSeries({ job, intent }, [phase(5, 4, good), phase(55, 0, good), phase(end - 60, 0, bad)]),
    ),
    fires: {
      "74m": all("page", 14, 15),
      "93m": [...all("page", 15, 15), ...all("warning", 33, 60)],
      "94m": [...all("page", 15, 15), ...all("warning", 34, 60)],
    },
  };
}

/** The same of two classes with 28 an hour each: too few alone, and enough together. */
function contextAgainOfSmall(tested: TestedMetric): Story {
  const job = "context-again-of-small";
  const { metric, good, bad } = tested;
  const requests = 28 / 60;
  const phase = (minutes: number, empty: number, score: number): Phase => ({
    ...{ minutes, requests, refusals: 0, retrievals: requests, empty },
    scores: { [metric]: score },
  });
  // Of the hour, 12 whole requests before the fall and 15 after it.
  const service = alertOf(tested, { job }, "warning", mixed(tested, 15, 27));
  return {
    job,
    series: ["one", "two"].flatMap((intent) =>
      sliceSeries({ job, intent }, [phase(20, requests, good), phase(40, 0, good), phase(end - 60, 0, bad)]),
    ),
    fires: { "93m": [service], "94m": [service] },
  };
}

/** Two of five intent classes are ungrounded because nothing is retrieved: no matter of the service's groundedness. */
function withoutContext(tested: TestedMetric): Story {
  const job = "without-context";
  const { metric, good, bad } = tested;
  const retrieves = { requests: 4, refusals: 0, retrievals: 4 };
  const now = { empty: "100%" };
  const [fine, empty] = [
    { ...retrieves, empty: 0, scores: { [metric]: good } },
    { ...retrieves, empty: 4, scores: { [metric]: bad } },
  ];
  const series = (intent: string, broken: typeof fine) =>
    sliceSeries({ job, intent }, [
      { minutes: falls, ...fine },
      { minutes: mended - falls, ...broken },
      { minutes: end - mended, ...fine },
    ]);
  const both = (severity: "page" | "warning", bads: number, all: number, more: Partial<Numbers> = now) =>
    ["one", "two"].map((intent) => alertOf(tested, { job, intent }, severity, mixed(tested, bads, all), more));
  return {
    job,
    series: [
      ...["one", "two"].flatMap((intent) => series(intent, empty)),
      ...["three", "four", "five"].flatMap((intent) => series(intent, fine)),
    ],
    fires: {
      "39m": both("page", 9, 15),
      "42m": both("page", 12, 15),
      "43m": [...both("page", 13, 15), ...both("warning", 13, 43)],
      "58m": [...both("page", 15, 15), ...both("warning", 28, 58)],
      "59m": [...both("page", 15, 15), ...both("warning", 29, 59)],
      "74m": [...both("page", 15, 15), ...both("warning", 44, 60)],
      "93m": [...both("page", 7, 15, {}), ...both("warning", 42, 60, {})],
      "94m": both("warning", 41, 60, {}),
    },
  };
}

function fallingSeries({ metric, good, bad }: TestedMetric, slice: Slice, requests: number, more: Partial<Phase> = {}) {
  return sliceSeries(slice, [
    { minutes: falls, requests, scores: { [metric]: good }, ...more },
    { minutes: mended - falls, requests, scores: { [metric]: bad }, ...more },
    { minutes: end - mended, requests, scores: { [metric]: good }, ...more },
  ]);
}

function oneOfTwo(tested: TestedMetric): Story {
  const slice = { job: "one-of-two", intent: "hard" };
  const at = (diagnosed: number, bads: number) => {
    const more = { diagnoses: `retrieval ${diagnosed},`, now: mixed(tested, bads, 15) };
    return {
      page: alertOf(tested, slice, "page", more.now, more),
      warning: (mean: number) => alertOf(tested, slice, "warning", mean, more),
    };
  };
  const mean = (bads: number, all: number): number => mixed(tested, bads, all);
  return {
    job: slice.job,
    series: [
      ...fallingSeries(tested, slice, 4, { diagnoses: { retrieval: 2, none: 2 } }),
      ...sliceSeries({ ...slice, intent: "easy" }, [
        { minutes: end, requests: 4, scores: { [tested.metric]: tested.good }, diagnoses: { answer: 1 } },
      ]),
    ],
    fires: {
      "39m": [at(79, 9).page],
      "42m": [at(85, 12).page],
      "43m": [at(87, 13).page, at(87, 13).warning(mean(13, 43))],
      "58m": [at(117, 15).page, at(117, 15).warning(mean(28, 58))],
      "59m": [at(120, 15).page, at(120, 15).warning(mean(29, 59))],
      "74m": [at(120, 15).page, at(120, 15).warning(mean(44, 60))],
      // 9 minutes after the repair the mean is above the threshold; the last one below it stays in the text.
      "93m": [at(120, 7).page, at(120, 0).warning(mean(42, 60))],
      "94m": [at(120, 0).warning(mean(41, 60))],
    },
  };
}

/** 15 scores in 15 minutes are too few for a page about an intent class; those of three are enough for one about the service. */
function severalOfThree(tested: TestedMetric): Story {
  const service = { job: "several" };
  const intents = ["one", "two", "three"].map((intent) => ({ ...service, intent }));
  const mean = (bads: number, all: number): number => mixed(tested, bads, all);
  const page = (bads: number) => alertOf(tested, service, "page", mean(bads, 15));
  const warnings = (average: number, now: number) =>
    [service, ...intents].map((place) => alertOf(tested, place, "warning", average, { now }));
  return {
    job: service.job,
    series: intents.flatMap((slice) => fallingSeries(tested, slice, 1)),
    fires: {
      "39m": [page(9)],
      "42m": [page(12)],
      "43m": [page(13), ...warnings(mean(13, 43), mean(13, 15))],
      "58m": [page(15), ...warnings(mean(28, 58), tested.bad)],
      "59m": [page(15), ...warnings(mean(29, 59), tested.bad)],
      "74m": [page(15), ...warnings(mean(44, 60), tested.bad)],
      "93m": [page(7), ...warnings(mean(42, 60), tested.good)],
      "94m": warnings(mean(41, 60), tested.good),
    },
  };
}

/**
 * 15 bad minutes, then ten times the traffic and all of it good: the hour's mean is above its threshold after 4 minutes, and
 * that of 15 minutes after 2.
 */
function drowned(tested: TestedMetric): Story {
  const { metric, good, bad } = tested;
  const service = { job: "drowned" };
  const places = [service, ...["one", "two"].map((intent) => ({ ...service, intent }))];
  const series = places.slice(1).flatMap((slice) =>
    sliceSeries(slice, [
      { minutes: falls, requests: 4, scores: { [metric]: good } },
      { minutes: 15, requests: 4, scores: { [metric]: bad } },
      { minutes: end - falls - 15, requests: 40, scores: { [metric]: good } },
    ]),
  );
  const pages = (bads: number) => places.map((place) => alertOf(tested, place, "page", mixed(tested, bads, 15)));
  const warnings = (mean: number, now: number) =>
    places.map((place) => alertOf(tested, place, "warning", mean, { now }));
  return {
    job: service.job,
    series,
    fires: {
      "39m": pages(9),
      "42m": pages(12),
      "43m": [...pages(13), ...warnings(mixed(tested, 13, 43), mixed(tested, 13, 15))],
      // The last minute below: 240 good scores and 60 bad ones in the hour, 120 and 48 in its last quarter.
      "58m": warnings(mixed(tested, 60, 300), mixed(tested, 48, 168)),
    },
  };
}
