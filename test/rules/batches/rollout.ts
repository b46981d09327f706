import type { Batch, ExpectedAlert, Story } from "../batch.ts";
import { serviceAbsent, thresholdMismatch } from "../expected/monitor.ts";
import { seriesName, valuesText, type InputSeries } from "../series.ts";
import { gauge, sliceSeries } from "../service.ts";
import { relevanceSeries } from "./monitor/relevance.ts";

const end = 96;
const gone = 60;
const checkpoints = ["30m", "40m", "64m", "80m", "95m"];

const thresholdsOfSmalltalk = [{ metric: "groundedness", intentClass: "smalltalk", warning: 0.6, page: 0.5 }];

/** A threshold that has not reached every process, and services that are gone in one environment of two. */
export const rolloutBatches: readonly Batch[] = [
  {
    name: "roll-outs",
    config: { thresholds: thresholdsOfSmalltalk },
    alerts: ["RagThresholdMismatch"],
    evaluation: "1m",
    checkpoints,
    stories: [halfRolledOut(), sameByDefault(), rolledOut(), otherDefault("higher", 0.85), otherDefault("lower", 0.75)],
  },
  {
    name: "services in environments",
    config: { alerting: { labels: ["env"], services: ["support", "other.job", "all-gone"] } },
    alerts: ["RagServiceAbsent"],
    evaluation: "1m",
    checkpoints,
    stories: [
      { job: "support", series: environments("support"), fires: at(["80m", "95m"], absentIn("support", "staging")) },
      { job: "other.job", series: build("other.job", "prod", end) },
      // Not in the list: neither this one nor one that its names are a pattern of.
      { job: "otherXjob", series: environments("otherXjob") },
      {
        job: "all-gone",
        series: [
          ...build("all-gone", "prod", gone),
          ...build("all-gone", "staging", gone),
          ...relevanceSeries(0.5, { job: "all-gone", target: { env: "staging" }, minutes: end }),
          ...relevanceSeries(0.75, { job: "all-gone", target: { env: "prod" }, minutes: end }),
        ],
        fires: at(
          ["80m", "95m"],
          serviceAbsent("all-gone", {}, 2, "0.75 (prod, main, nli/1) 0.50 (staging, main, nli/1)"),
        ),
      },
    ],
  },
];

function at(times: readonly string[], ...alerts: readonly ExpectedAlert[]): NonNullable<Story["fires"]> {
  return Object.fromEntries(times.map((time) => [time, alerts]));
}

function build(job: string, env: string, minutes: number): readonly InputSeries[] {
  const series = seriesName("rag_build", { job, env, instance: env });
  return [{ series, values: valuesText(Array.from({ length: minutes + 1 }, () => 1)) }];
}

function environments(job: string): readonly InputSeries[] {
  return [...build(job, "prod", end), ...build(job, "staging", gone)];
}

function absentIn(job: string, env: string): ExpectedAlert {
  const alert = serviceAbsent(job, { env });
  const summary = `No instance of ${job} with env ${env} answers: alerts of quality are blind.`;
  return { ...alert, annotations: { ...alert.annotations, summary } };
}

function thresholds(job: string, instance: string, intent: string, warning: number, page: number) {
  return Object.entries({ warning, page }).map(([severity, value]) =>
    gauge(
      "rag_threshold",
      {
        job,
        instance,
        rag_pipeline: "main",
        rag_intent_class: intent,
        rag_metric: "groundedness",
        rag_judge: "nli/1",
        rag_severity: severity,
      },
      value,
      end,
    ),
  );
}

function scored(job: string): readonly InputSeries[] {
  return ["smalltalk", "faq"].flatMap((intent) =>
    sliceSeries({ job, intent }, [{ minutes: end, requests: 4, scores: { groundedness: 0.875 } }]),
  );
}

function mismatch(job: string, intent: string, rag_severity: string, threshold: number): ExpectedAlert {
  const place = { job, rag_intent_class: intent, rag_judge: "nli/1", rag_metric: "groundedness", rag_severity };
  return thresholdMismatch(place, threshold);
}

/** One process of two has another default; the other one's is that of the rules. */
function otherDefault(what: string, warning: number): Story {
  const job = `${what}-default`;
  return {
    job,
    series: [
      ...scored(job),
      ...["old", "new"].flatMap((instance) => [
        ...thresholds(job, instance, "default", instance === "old" ? warning : 0.8, 0.7),
        ...thresholds(job, instance, "smalltalk", 0.6, 0.5),
      ]),
    ],
    fires: at(["40m", "64m", "80m", "95m"], mismatch(job, "faq", "warning", 0.8)),
  };
}

/** One process of two has no threshold of its own for the intent class, so that its default counts there. */
function halfRolledOut(): Story {
  const job = "half-rolled-out";
  return {
    job,
    series: [
      ...scored(job),
      ...thresholds(job, "old", "default", 0.8, 0.7),
      ...thresholds(job, "new", "default", 0.8, 0.7),
      ...thresholds(job, "new", "smalltalk", 0.6, 0.5),
    ],
    fires: at(
      ["40m", "64m", "80m", "95m"],
      mismatch(job, "smalltalk", "warning", 0.6),
      mismatch(job, "smalltalk", "page", 0.5),
    ),
  };
}

/** The process without a threshold of its own for the intent class has the right one by default. */
function sameByDefault(): Story {
  const job = "same-by-default";
  return {
    job,
    series: [
      ...scored(job),
      ...["old", "new"].flatMap((instance) => thresholds(job, instance, "default", 0.6, 0.5)),
      ...thresholds(job, "new", "smalltalk", 0.6, 0.5),
      // Of a class that nobody asks about.
      ...thresholds(job, "new", "unused", 0.9, 0.9),
    ],
    fires: at(["40m", "64m", "80m", "95m"], mismatch(job, "faq", "warning", 0.8), mismatch(job, "faq", "page", 0.7)),
  };
}

function rolledOut(): Story {
  const job = "rolled-out";
  return {
    job,
    series: [
      ...scored(job),
      ...["a", "b"].flatMap((instance) => [
        ...thresholds(job, instance, "default", 0.8, 0.7),
        ...thresholds(job, instance, "smalltalk", 0.6, 0.5),
      ]),
    ],
    results: [{ at: "30m", expression: 'rag:score_threshold:value{rag_intent_class="smalltalk"}', samples: data() }],
  };
}

/** The entry without a judge holds for each that the rules know, and for any other. */
function data() {
  return ["embedded/1", "default"].flatMap((rag_judge) =>
    Object.entries({ warning: 0.6, page: 0.5 }).map(([rag_severity, value]) => ({
      labels: seriesName("rag:score_threshold:value", {
        rag_intent_class: "smalltalk",
        rag_judge,
        rag_metric: "groundedness",
        rag_severity,
      }),
      value,
    })),
  );
}
