import type { ExpectedAlert, Story } from "../../batch.ts";
import { repeated, sliceSeries, type Slice } from "../../service.ts";
import { alertOf, end, firing, steady, type TestedMetric } from "./metric.ts";

const late = ["74m", "93m", "94m"];

/** Quality that does not change: minimum counts, thresholds, and what must not be averaged. */
export function steadyStories(tested: TestedMetric): readonly Story[] {
  return [
    ...minimumCounts(tested),
    ...minimumCountsOfServices(tested),
    unsteadyCounts(tested),
    equalToThresholds(tested),
    instances(tested),
    pipelines(tested),
    models(tested),
    embeddedJudge(tested),
    twoJudges(tested),
  ];
}

/** 20 scores in 15 minutes page, and 19 do not; 30 in an hour warn, and 29 do not. */
function minimumCounts(tested: TestedMetric): readonly Story[] {
  const { bad } = tested;
  const page = (slice: Slice): ExpectedAlert => alertOf(tested, slice, "page", bad);
  const warning = (slice: Slice): ExpectedAlert => alertOf(tested, slice, "warning", bad);
  const slice = (job: string): Slice => ({ job, intent: "rare" });
  const story = (job: string, requests: number, fires: Story["fires"] = {}): Story => ({
    job,
    series: steady(tested, slice(job), bad, requests),
    fires,
  });
  return [
    story("20-in-15m", 20 / 15, firing([page(slice("20-in-15m")), warning(slice("20-in-15m"))])),
    story("19-in-15m", 19 / 15, firing([warning(slice("19-in-15m"))])),
    story("30-in-1h", 30 / 60, firing([warning(slice("30-in-1h"))], late)),
    story("29-in-1h", 29 / 60),
  ];
}

/** The same without the intent class that adds most. */
function minimumCountsOfServices(tested: TestedMetric): readonly Story[] {
  const { bad } = tested;
  const story = (count: number, perMinute: number): Story => {
    const job = `service-${count}`;
    const service = { job };
    const large = { job, intent: "large" };
    const small = { job, intent: "small" };
    const both = (severity: "page" | "warning") =>
      [service, small].map((place) => alertOf(tested, place, severity, bad));
    const always = [
      ...(["page", "warning"] as const).map((severity) => alertOf(tested, large, severity, bad)),
      ...(perMinute > 1 ? both("warning") : []),
      ...(count === 20 ? both("page") : []),
    ];
    return {
      job,
      series: [...steady(tested, large, bad, 4), ...steady(tested, small, bad, perMinute)],
      fires: { ...firing(always), ...firing([...always, ...(count === 30 ? both("warning") : [])], late) },
    };
  };
  return [story(20, 20 / 15), story(19, 19 / 15), story(30, 30 / 60), story(29, 29 / 60)];
}

/** Counts that sway around the minimum from one minute to the next are steady enough. */
function unsteadyCounts(tested: TestedMetric): Story {
  const { bad, metric } = tested;
  const job = "unsteady";
  const scores = { [metric]: bad };
  // 7 or 8 bursts in 15 minutes: 17 to 20 scores. 8 or 9 in an hour: 28 to 32.
  const often = { job, intent: "often" };
  const rare = { job, intent: "rare" };
  const burst = (requests: number, pause: number) => [
    { minutes: 1, requests, scores },
    { minutes: pause, requests: 0, scores },
  ];
  return {
    job,
    series: [
      ...sliceSeries({ ...often, age: 0 }, repeated(end / 4, [...burst(2, 1), ...burst(3, 1)])),
      ...sliceSeries({ ...rare, age: 0 }, repeated(7, [...burst(4, 6), ...burst(3, 6)])),
    ],
    fires: {
      // While neither has 30 scores, the two of them count for the service.
      ...firing([alertOf(tested, often, "page", bad), alertOf(tested, { job }, "warning", bad)], ["29m"]),
      ...firing(
        [alertOf(tested, often, "page", bad), alertOf(tested, often, "warning", bad)],
        ["38m", "39m", "42m", "43m", "58m", "59m"],
      ),
      ...firing(
        [
          alertOf(tested, often, "page", bad),
          alertOf(tested, often, "warning", bad),
          alertOf(tested, rare, "warning", bad),
        ],
        late,
      ),
    },
  };
}

/** A mean equal to a threshold is not below it; neither is a service whose intent classes are. */
function equalToThresholds(tested: TestedMetric): Story {
  const atPage = { job: "equal", intent: "at-page" };
  return {
    job: "equal",
    series: [
      ...steady(tested, atPage, tested.page, 4),
      ...steady(tested, { job: "equal", intent: "at-page-too", pipeline: "other" }, tested.page, 4),
      ...steady(tested, { job: "equal", intent: "at-page-as-well", pipeline: "other" }, tested.page, 4),
      ...steady(tested, { job: "equal", intent: "at-warning" }, tested.warning, 4),
    ],
    fires: firing([
      alertOf(tested, atPage, "warning", tested.page),
      alertOf(tested, { job: "equal", intent: "at-page-too", pipeline: "other" }, "warning", tested.page),
      alertOf(tested, { job: "equal", intent: "at-page-as-well", pipeline: "other" }, "warning", tested.page),
      alertOf(tested, { job: "equal", pipeline: "other" }, "warning", tested.page),
    ]),
  };
}

/** Nine good answers for each bad one are a good mean, though the mean of two instances' means is a bad one. */
function instances(tested: TestedMetric): Story {
  const slice = { job: "instances", intent: "faq" };
  return {
    job: slice.job,
    series: [
      ...steady(tested, { ...slice, instance: "a" }, tested.good, 9),
      ...steady(tested, { ...slice, instance: "b" }, tested.bad, 1),
    ],
  };
}

/** Two pipelines are two services. */
function pipelines(tested: TestedMetric): Story {
  const slice = { job: "pipelines", intent: "faq" };
  const bad = { ...slice, pipeline: "second" };
  return {
    job: slice.job,
    series: [...steady(tested, slice, 1, 40), ...steady(tested, bad, tested.bad, 4)],
    fires: firing([alertOf(tested, bad, "page", tested.bad), alertOf(tested, bad, "warning", tested.bad)]),
  };
}

/** The model versions of an intent class are one stream, weighted by traffic. */
function models(tested: TestedMetric): Story {
  const slice = { job: "models", intent: "faq" };
  const mean = (2 * tested.good + tested.bad) / 3;
  return {
    job: slice.job,
    series: [...steady(tested, slice, tested.good, 4), ...steady(tested, { ...slice, model: "v2" }, tested.bad, 2)],
    fires: firing([alertOf(tested, slice, "warning", mean)]),
  };
}

/** An embedded judge has thresholds of its own: at each one, and just below it. */
function embeddedJudge(tested: TestedMetric): Story {
  const { warning, page } = tested.embedded;
  const slice = (intent: string): Slice => ({ job: "embedded", intent, judge: "embedded/1" });
  const means = { good: warning, warns: warning - 0.01, "at-page": page, pages: page - 0.01 };
  const below = (["warns", "at-page", "pages"] as const).map((intent) =>
    alertOf(tested, slice(intent), "warning", means[intent]),
  );
  return {
    job: "embedded",
    series: Object.entries(means).flatMap(([intent, mean]) => steady(tested, slice(intent), mean, 4)),
    fires: firing([
      ...below,
      alertOf(tested, slice("pages"), "page", means.pages),
      alertOf(tested, { job: "embedded", judge: "embedded/1" }, "warning", (2 * warning + 2 * page - 0.02) / 4),
    ]),
  };
}

/** What one judge says is not mixed with what another says; texts quote both. */
function twoJudges(tested: TestedMetric): Story {
  const { good, bad, metric } = tested;
  const slice = { job: "judges", intent: "faq" };
  const second = { ...slice, judge: "llm/2" };
  const more =
    metric === "context_relevance" ? { relevance: `${bad.toFixed(2)} (llm/2) ${good.toFixed(2)} (nli/1)` } : {};
  return {
    job: slice.job,
    series: [...steady(tested, slice, good, 4), ...steady(tested, second, bad, 4)],
    fires: firing((["page", "warning"] as const).map((severity) => alertOf(tested, second, severity, bad, more))),
  };
}
