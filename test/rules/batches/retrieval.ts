import type { Batch, Story } from "../batch.ts";
import { retrievalErrors } from "../expected/retrieval.ts";
import { repeated, sliceSeries } from "../service.ts";
import { refusedStories } from "./retrieval/refused.ts";
import { always, breaks, broken, checkpoints, end, fires, steady, type Kind } from "./retrieval/traffic.ts";

/** Retrieval that brings nothing, and retrieval that fails. */
export const retrievalBatch: Batch = {
  name: "retrieval",
  meetsBorders: true,
  alerts: ["RagRetrievalEmpty", "RagRetrievalErrors"],
  evaluation: "1m",
  checkpoints,
  stories: [
    ...(["empty", "errors"] as const).flatMap((kind) => [
      oneOfTwo(kind),
      service(kind),
      withinChance(kind),
      ...minimumCounts(kind),
      ...fewInFiveMinutes(kind),
      unsteady(kind),
      thinning(kind),
      nightAfterAQuietEvening(kind),
      somewhatAbove(kind),
      pipelinesAndModels(kind),
    ]),
    ...refusedStories(),
    scored(),
  ],
};

/** One intent class of two, half of the service: at the share, not above it. */
function oneOfTwo(kind: Kind): Story {
  const slice = { job: `${kind}-one-of-two`, intent: "hard" };
  // Of 60 requests, the share that is no chance is 61 % (empty) or 28 % (errors).
  const [requests, share, whole, last] = kind === "empty" ? [4, 1, "100%", "66.67%"] : [4, 0.5, "50%", "30%"];
  return {
    job: slice.job,
    series: [
      ...breaks(kind, slice, requests, share),
      ...steady(kind, { ...slice, intent: "easy" }, kind === "empty" ? 4 : 6, 0),
    ],
    fires: {
      "35m": [fires(kind, slice, whole)],
      "45m": [fires(kind, slice, whole)],
      "50m": [fires(kind, slice, whole)],
      "84m": [fires(kind, slice, last)],
    },
  };
}

/** Both intent classes, and so the service. */
function service(kind: Kind): Story {
  const job = `${kind}-service`;
  const alerts = ["one", "two", undefined].map((intent) =>
    fires(kind, { job, ...(intent === undefined ? {} : { intent }) }, "75%"),
  );
  return {
    job,
    series: ["one", "two"].flatMap((intent) => steady(kind, { job, intent }, 4, 0.75)),
    fires: always(alerts),
  };
}

/** A share above the allowed one, by less than chance may do: of 150 requests, 57 % (empty) or 25.7 % (errors) is none. */
function withinChance(kind: Kind): Story {
  const job = `${kind}-within-chance`;
  return { job, series: steady(kind, { job, intent: "faq" }, 10, kind === "empty" ? 85 / 150 : 38 / 150) };
}

/** 20 requests in 15 minutes are enough, and 19 are not; those of two intent classes add up for the service. */
function minimumCounts(kind: Kind): readonly Story[] {
  const job = (what: string): string => `${kind}-${what}`;
  const enough = { job: job("20"), intent: "rare" };
  return [
    {
      job: enough.job,
      series: steady(kind, enough, 20 / 15, 1),
      fires: always([fires(kind, enough, "100%"), fires(kind, { job: enough.job }, "100%")]),
    },
    { job: job("19"), series: steady(kind, { job: job("19"), intent: "rare" }, 19 / 15, 1) },
    {
      job: job("10-and-10"),
      series: ["one", "two"].flatMap((intent) => steady(kind, { job: job("10-and-10"), intent }, 10 / 15, 1)),
      fires: always([fires(kind, { job: job("10-and-10") }, "100%")]),
    },
  ];
}

/** Where 5 minutes have few requests: all of them have to be bad, and of 4 (empty) or 1 (errors) that is chance. */
function fewInFiveMinutes(kind: Kind): readonly Story[] {
  const few = kind === "empty" ? 4 : 1;
  const story = (bad: number): Story => {
    const slice = { job: `${kind}-${bad}-of-${bad}`, intent: "rare" };
    const alerts = bad > few ? [fires(kind, slice, "100%"), fires(kind, { job: slice.job }, "100%")] : [];
    return {
      job: slice.job,
      series: sliceSeries(slice, [
        { minutes: 30, ...broken(kind, 2, 0) },
        { minutes: 1, ...broken(kind, 0, 0) },
        { minutes: 2, ...broken(kind, bad / 2, 1) },
        { minutes: 6, ...broken(kind, 0, 0) },
        { minutes: end - 39, ...broken(kind, 2, 0) },
      ]),
      fires: bad > few ? { "45m": alerts, "50m": alerts } : {},
    };
  };
  return [story(few), story(few + 1)];
}

/** 17 to 20 requests in 15 minutes, another number every minute. */
function unsteady(kind: Kind): Story {
  const slice = { job: `${kind}-unsteady`, intent: "rare", age: 0 };
  const minutes = [2, 0, 3, 0].map((requests) => ({ minutes: 1, ...broken(kind, requests, 1) }));
  const series = sliceSeries(slice, repeated(end / 4, minutes));
  return {
    job: slice.job,
    series,
    fires: always([fires(kind, slice, "100%"), fires(kind, { job: slice.job }, "100%")]),
  };
}

/** 20 requests in 15 minutes until minute 46, and 15 from then on: still enough for 5 minutes, retrieval having broken before. */
function thinning(kind: Kind): Story {
  const slice = { job: `${kind}-thinning`, intent: "rare", age: 0 };
  const series = sliceSeries(slice, [
    { minutes: 31, ...broken(kind, 0, 0) },
    { minutes: 1, ...broken(kind, 6, 0) },
    { minutes: 8, ...broken(kind, 1, 0) },
    { minutes: end - 40, ...broken(kind, 1, 1) },
  ]);
  return {
    job: slice.job,
    series,
    fires: { "50m": [fires(kind, slice, "100%"), fires(kind, { job: slice.job }, "100%")] },
  };
}

/** There are 20 requests while retrieval works, and when ten find nothing there are not. */
function nightAfterAQuietEvening(kind: Kind): Story {
  const job = `${kind}-quiet-evening`;
  return {
    job,
    series: sliceSeries({ job, intent: "faq" }, [
      { minutes: 30, ...broken(kind, 2, 0) },
      { minutes: 5, ...broken(kind, 0, 0) },
      { minutes: 8, ...broken(kind, 1.25, 1) },
      { minutes: end - 43, ...broken(kind, 0, 0) },
    ]),
    // Without requests there is no share.
    results: ["intent", "pipeline"].flatMap((level) =>
      ["5m", "15m"].map((window) => ({
        at: "84m",
        expression: `${level}:rag_retrieval_${kind}:ratio${window}{job="${job}"}`,
        samples: [],
      })),
    ),
  };
}

/** A share that 5 minutes cannot tell from chance (below 62 % of 50, 30 % of 50), and 15 can (57 % of 150, 25.7 % of 150). */
function somewhatAbove(kind: Kind): Story {
  const slice = { job: `${kind}-somewhat`, intent: "faq" };
  const [share, shown] = kind === "empty" ? ([86 / 150, "57.33%"] as const) : ([39 / 150, "26%"] as const);
  return {
    job: slice.job,
    series: steady(kind, slice, 10, share),
    fires: always([fires(kind, slice, shown), fires(kind, { job: slice.job }, shown)]),
  };
}

/** Two pipelines are two services; two model versions are one intent class. */
function pipelinesAndModels(kind: Kind): Story {
  const slice = { job: `${kind}-pipelines`, intent: "faq" };
  const other = { ...slice, pipeline: "other" };
  return {
    job: slice.job,
    series: [
      ...steady(kind, slice, 40, 0),
      ...steady(kind, other, 4, 1),
      ...steady(kind, { ...other, model: "v2" }, 4, 0.5),
    ],
    fires: always([fires(kind, other, "75%"), fires(kind, { job: slice.job, pipeline: "other" }, "75%")]),
  };
}

/** The current context relevance is in the text. */
function scored(): Story {
  const slice = { job: "scored", intent: "faq" };
  const scores = { context_relevance: 0.875 };
  return {
    job: slice.job,
    series: sliceSeries(slice, [{ minutes: end, ...broken("errors", 4, 0.5), scores }]),
    fires: always([
      retrievalErrors({ job: slice.job, rag_intent_class: "faq" }, { share: "50%", relevance: "0.88 (nli/1)" }),
      retrievalErrors({ job: slice.job }, { share: "50%", relevance: "0.88 (nli/1)" }),
    ]),
  };
}
