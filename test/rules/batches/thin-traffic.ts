import type { Batch, Story } from "../batch.ts";
import { sliceSeries, type Slice } from "../service.ts";
import { alertOf, firing, metricsUnderTest, type TestedMetric } from "./quality/metric.ts";

const end = 112;
const checkpoints = ["29m", "44m", "47m", "49m", "52m", "91m", "96m", "98m", "110m"];
const late = checkpoints.slice(5);

/** Traffic that ends, and traffic in many small intent classes: what is too little for one is not for all of them. */
export const thinTrafficBatches: readonly Batch[] = metricsUnderTest.map((tested) => ({
  name: `thin traffic of ${tested.metric}`,
  alerts: [`Rag${tested.word}Low`, `Rag${tested.word}VeryLow`],
  evaluation: "1m",
  checkpoints,
  stories: [
    nightAfterTheEvening(tested),
    ...smallClasses(tested),
    oneSmallClassOfTwo(tested),
    oneLargeAndOneSmall(tested),
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

function steadily(tested: TestedMetric, slice: Slice, perMinute: number, score: number) {
  return sliceSeries(slice, [{ minutes: end, requests: perMinute, scores: { [tested.metric]: score } }]);
}

/** Intent classes with too few scores to be looked at one by one: 20 in 15 minutes, or 30 in an hour, are those of all. */
function smallClasses(tested: TestedMetric): readonly Story[] {
  const { bad } = tested;
  const story = (job: string, classes: number, perMinute: number): Story => ({
    job,
    series: Array.from({ length: classes }, (_, index) => `class-${index}`).flatMap((intent) =>
      steadily(tested, { job, intent }, perMinute, bad),
    ),
  });
  const warning = (job: string) => alertOf(tested, { job }, "warning", bad);
  return [
    {
      ...story("3-of-7", 3, 7 / 15),
      fires: firing([alertOf(tested, { job: "3-of-7" }, "page", bad), warning("3-of-7")], checkpoints),
    },
    { ...story("2-of-15-an-hour", 2, 15 / 60), fires: firing([warning("2-of-15-an-hour")], late) },
    story("2-of-14-an-hour", 2, 14 / 60),
  ];
}

/** A good one does not hide the bad one when neither is looked at alone. 7 and 1 scores in every 15 minutes. */
function oneSmallClassOfTwo(tested: TestedMetric): Story {
  const job = "one-small-of-two";
  const mean = (7 * tested.bad + tested.good) / 8;
  return {
    job,
    series: [
      ...steadily(tested, { job, intent: "bad" }, 28 / 60, tested.bad),
      ...steadily(tested, { job, intent: "good" }, 4 / 60, tested.good),
    ],
    fires: firing([alertOf(tested, { job }, "warning", mean)], late),
  };
}

/** What the one that is looked at explains is its own alert. */
function oneLargeAndOneSmall(tested: TestedMetric): Story {
  const job = "one-large";
  const large = { job, intent: "large" };
  return {
    job,
    series: [
      ...steadily(tested, large, 4, tested.bad),
      ...steadily(tested, { job, intent: "small" }, 5 / 60, tested.bad),
    ],
    fires: firing(
      (["page", "warning"] as const).map((severity) => alertOf(tested, large, severity, tested.bad)),
      checkpoints,
    ),
  };
}
