import type { Batch, Story } from "../batch.ts";
import { sliceSeries } from "../service.ts";
import type { InputSeries } from "../series.ts";
import { alertOf, firing, metricsUnderTest, type TestedMetric } from "./quality/metric.ts";

const end = 112;
const checkpoints = ["29m", "44m", "47m", "49m", "52m", "91m", "96m", "98m", "110m"];
/** Once an hour is full, and an alert has waited. */
const late = checkpoints.slice(5);

/** Traffic that ends, that comes in bursts, and that is spread over many small intent classes. */
export const thinTrafficBatches: readonly Batch[] = metricsUnderTest.map((tested) => ({
  name: `thin traffic of ${tested.metric}`,
  meetsBorders: true,
  alerts: [`Rag${tested.word}Low`, `Rag${tested.word}VeryLow`],
  evaluation: "1m",
  checkpoints,
  stories: [
    nightAfterTheEvening(tested),
    nightAfterAQuietEvening(tested),
    ...bursts(tested),
    ...smallClassesInAQuarter(tested),
    ...smallClassesInAnHour(tested),
    ...equalAndAbove(tested),
  ],
}));

/** Ten bad answers after a busy evening: once its many good ones have left a window, ten are too few for it. */
function nightAfterTheEvening({ metric, good, bad }: TestedMetric): Story {
  const job = "evening";
  return {
    job,
    series: sliceSeries({ job, intent: "faq" }, [
      { minutes: 30, requests: 100, scores: { [metric]: good } },
      { minutes: 10, requests: 1, scores: { [metric]: bad } },
      { minutes: end - 40, requests: 0, scores: { [metric]: bad } },
    ]),
  };
}

/** The same after an evening with little: there are 20 scores while their mean is good, and when it is bad there are not. */
function nightAfterAQuietEvening({ metric, good, bad }: TestedMetric): Story {
  const job = "quiet-evening";
  const traffic = (minutes: number, requests: number, score: number) => ({
    minutes,
    requests,
    scores: { [metric]: score },
  });
  return {
    job,
    series: sliceSeries({ job, intent: "faq" }, [
      traffic(30, 2, good),
      traffic(5, 0, good),
      traffic(8, 1.25, bad),
      traffic(7, 0, bad),
      traffic(end - 50, 2, good),
    ]),
  };
}

/**
 * The minimum is reached in one minute of a few, with the newest burst while the oldest is still there. In between three
 * quarters of it are enough (15 of 20, 23 of 30), and less is not.
 */
function bursts(tested: TestedMetric): readonly Story[] {
  const { metric, bad } = tested;
  const story = (job: string, sizes: (minute: number) => number, fires: Story["fires"] = {}): Story => ({
    job,
    series: sliceSeries(
      { job, intent: "faq" },
      Array.from({ length: end }, (_, index) => ({
        minutes: 1,
        requests: index === 0 ? 1 : sizes(index + 1),
        scores: { [metric]: bad },
      })),
    ),
    fires,
  });
  const alert = (job: string, severity: "page" | "warning") => alertOf(tested, { job, intent: "faq" }, severity, bad);
  return [
    story("15-of-20", (minute) => ([0, 5, 10].includes(minute % 14) ? 5 : 0), {
      "29m": [alert("15-of-20", "page")],
      ...firing([alert("15-of-20", "page"), alert("15-of-20", "warning")], checkpoints.slice(1)),
    }),
    story(
      "14-of-20",
      (minute) => (minute % 7 === 0 ? 7 : 0),
      firing([alert("14-of-20", "warning")], checkpoints.slice(1)),
    ),
    story(
      "23-of-30",
      (minute) => ({ 12: 8, 32: 7, 52: 8 })[minute % 59] ?? 0,
      firing([alert("23-of-30", "warning")], ["96m", "98m"]),
    ),
    story("22-of-30", (minute) => (minute % 59 === 0 || minute % 59 === 30 ? 11 : 0)),
  ];
}

/** One intent class of a story: so many scores in so many minutes. */
interface Small {
  readonly count: number;
  readonly minutes: 15 | 60;
  readonly score: number;
}

function classes(tested: TestedMetric, job: string, all: readonly Small[]): readonly InputSeries[] {
  return all.flatMap(({ count, minutes, score }, index) =>
    sliceSeries({ job, intent: `class-${index}` }, [
      { minutes: end, requests: count / minutes, scores: { [tested.metric]: score } },
    ]),
  );
}

function badClasses(tested: TestedMetric, job: string, minutes: 15 | 60, counts: readonly number[]) {
  return classes(
    tested,
    job,
    counts.map((count) => ({ count, minutes, score: tested.bad })),
  );
}

/** 20 scores in 15 minutes of several intent classes page for the service, where none of them has as many alone. */
function smallClassesInAQuarter(tested: TestedMetric): readonly Story[] {
  const { bad } = tested;
  const alert = (job: string, severity: "page" | "warning", intent?: string) =>
    alertOf(tested, { job, ...(intent === undefined ? {} : { intent }) }, severity, bad);
  return [
    {
      job: "20-in-4",
      series: badClasses(tested, "20-in-4", 15, [5, 5, 5, 5]),
      fires: firing([alert("20-in-4", "page"), alert("20-in-4", "warning")], checkpoints),
    },
    {
      job: "19-in-4",
      series: badClasses(tested, "19-in-4", 15, [5, 5, 5, 4]),
      fires: firing([alert("19-in-4", "warning")], checkpoints),
    },
    {
      job: "20-and-1",
      series: badClasses(tested, "20-and-1", 15, [20, 1]),
      fires: firing([alert("20-and-1", "page", "class-0"), alert("20-and-1", "warning", "class-0")], checkpoints),
    },
    {
      job: "19-and-1",
      series: badClasses(tested, "19-and-1", 15, [19, 1]),
      fires: firing([alert("19-and-1", "page"), alert("19-and-1", "warning", "class-0")], checkpoints),
    },
  ];
}

/** The same for warnings: 30 in an hour. */
function smallClassesInAnHour(tested: TestedMetric): readonly Story[] {
  const { bad } = tested;
  const story = (counts: readonly number[], intents: readonly (string | undefined)[]): Story => {
    const job = `${counts.join("-and-")}-an-hour`;
    const alerts = intents.map((intent) =>
      alertOf(tested, { job, ...(intent === undefined ? {} : { intent }) }, "warning", bad),
    );
    return { job, series: badClasses(tested, job, 60, counts), fires: firing(alerts, late) };
  };
  return [story([15, 15], [undefined]), story([15, 14], []), story([30, 1], ["class-0"]), story([29, 1], [undefined])];
}

/** Small intent classes together at a threshold or above it are not below it, though one of them is; a hair below is. */
function equalAndAbove(tested: TestedMetric): readonly Story[] {
  const { good, bad, warning, page } = tested;
  const three = (job: string, score: number) =>
    classes(
      tested,
      job,
      [7, 7, 7].map((count) => ({ count, minutes: 15, score })),
    );
  const mean = (3 * bad + good) / 4;
  return [
    {
      job: "small-at-page",
      series: three("small-at-page", page),
      fires: firing([alertOf(tested, { job: "small-at-page" }, "warning", page)], checkpoints),
    },
    {
      job: "small-just-below",
      series: three("small-just-below", page - 0.01),
      fires: firing(
        (["page", "warning"] as const).map((severity) =>
          alertOf(tested, { job: "small-just-below" }, severity, page - 0.01),
        ),
        checkpoints,
      ),
    },
    { job: "small-at-warning", series: three("small-at-warning", warning) },
    {
      job: "small-above-page",
      series: classes(tested, "small-above-page", [
        { count: 3, minutes: 15, score: bad },
        { count: 17, minutes: 15, score: good },
      ]),
    },
    {
      job: "small-above-warning",
      series: classes(tested, "small-above-warning", [
        { count: 5, minutes: 60, score: bad },
        { count: 25, minutes: 60, score: good },
      ]),
    },
    {
      job: "small-below-warning",
      series: classes(tested, "small-below-warning", [
        { count: 24, minutes: 60, score: bad },
        { count: 8, minutes: 60, score: good },
      ]),
      fires: firing([alertOf(tested, { job: "small-below-warning" }, "warning", mean)], late),
    },
  ];
}
