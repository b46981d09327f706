import type { ExpectedAlert, Story } from "../../batch.ts";
import { sliceSeries, type Phase, type Slice } from "../../service.ts";
import { always, broken, checkpoints, end, fires } from "./traffic.ts";

/** Where refusals are usual, and where they only seem to be. */
export function refusedStories(): readonly Story[] {
  return [usuallyRefused(), ...serviceMostlyRefused(), ...emptyInAYoungService()];
}

/** Queries that the corpus cannot answer find nothing, as they should; failures are failures there too. */
function usuallyRefused(): Story {
  const mostly = { job: "refused", intent: "mostly" };
  const half = { job: "refused", intent: "half" };
  // Of the same name as the one that is refused, elsewhere.
  const pipeline: Slice = { ...mostly, pipeline: "other" };
  const job: Slice = { ...mostly, job: "refused-elsewhere" };
  return {
    job: "refused",
    series: [
      ...sliceSeries(mostly, [{ minutes: end, ...broken("empty", 4, 1), refusals: 3, failedRetrievals: 4 }]),
      ...sliceSeries(half, [{ minutes: end, ...broken("empty", 8, 1), refusals: 4 }]),
      ...sliceSeries({ job: "refused", intent: "fine" }, [{ minutes: end, ...broken("empty", 40, 0), refusals: 0 }]),
      ...[pipeline, job].flatMap((each) =>
        sliceSeries(each, [{ minutes: end, ...broken("empty", 8, 1), refusals: 0 }]),
      ),
    ],
    fires: always([
      fires("empty", half, "100%"),
      fires("errors", mostly, "50%"),
      ...[pipeline, job].flatMap((each) => [
        fires("empty", each, "100%"),
        fires("empty", { job: each.job, pipeline: each.pipeline ?? "main" }, "100%"),
      ]),
    ]),
  };
}

/** Nor does a service page whose queries mostly are such; one whose other queries find nothing does, if there are enough. */
function serviceMostlyRefused(): readonly Story[] {
  const story = (job: string, share: number, requests: number, refused: Partial<Phase>) => {
    const [mostly, rest] = [
      { job, intent: "mostly" },
      { job, intent: "rest" },
    ];
    const series = [
      ...sliceSeries(mostly, [{ minutes: end, ...broken("empty", 40, 1), refusals: 30, ...refused }]),
      ...sliceSeries(rest, [{ minutes: end, ...broken("empty", requests, share), refusals: 0 }]),
    ];
    return { job, series };
  };
  const whole = (job: string): readonly ExpectedAlert[] => [
    fires("empty", { job, intent: "rest" }, "100%"),
    fires("empty", { job }, "100%"),
  ];
  return [
    story("mostly-refused", 0, 8, {}),
    story("mostly-refused-chance", 0.6, 4, {}),
    story("mostly-refused-19", 1, 19 / 15, {}),
    { ...story("mostly-refused-20", 1, 20 / 15, {}), fires: always(whole("mostly-refused-20")) },
    { ...story("mostly-refused-rest", 1, 4, { empty: 0 }), fires: always(whole("mostly-refused-rest")) },
  ];
}

/** Whose index is empty, and whose model says so: no habit in a service where nothing else is retrieved for and answered. */
function emptyInAYoungService(): readonly Story[] {
  const both = (slice: Slice): readonly ExpectedAlert[] => [
    fires("empty", slice, "100%"),
    fires("empty", { job: slice.job }, "100%"),
  ];
  const empty = { ...broken("empty", 4, 1), refusals: 4 };
  const fine = { ...broken("empty", 4, 0), refusals: 0 };
  const [never, until] = [
    { job: "empty-from-the-first-day", intent: "faq", age: 0 },
    { job: "empty-after-half-an-hour", intent: "faq", age: 0 },
  ];
  return [
    { job: never.job, series: sliceSeries(never, [{ minutes: end, ...empty }]), fires: always(both(never)) },
    {
      // Another class is answered: yet it was no habit at first.
      job: until.job,
      series: [
        ...sliceSeries(until, [
          { minutes: 30, ...fine },
          { minutes: end - 30, ...empty },
        ]),
        ...sliceSeries({ ...until, intent: "other" }, [{ minutes: end, ...fine, requests: 40, retrievals: 40 }]),
      ],
      fires: Object.fromEntries(checkpoints.slice(2).map((at) => [at, [fires("empty", until, "100%")]])),
    },
  ];
}
