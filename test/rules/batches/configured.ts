import type { Batch, ExpectedAlert, Story } from "../batch.ts";
import { serviceAbsent, thresholdsMissing } from "../expected/monitor.ts";
import { low } from "../expected/quality.ts";
import { gauge, sliceSeries, type Slice } from "../service.ts";
import { seriesName, valuesText } from "../series.ts";
import { relevanceSeries } from "./monitor/relevance.ts";

/** Other configurations than the defaults, and a file that is missing. */
export const configuredBatches: readonly Batch[] = [
  {
    name: "thresholds by judge and intent class, criteria, further labels",
    config: {
      thresholds: [
        { metric: "groundedness", intentClass: "smalltalk", warning: 0.5, page: 0.4 },
        { metric: "groundedness", judge: "llm/2", warning: 0.95, page: 0.9 },
        { metric: "groundedness", judge: "llm/2", intentClass: "smalltalk", warning: 0.3, page: 0.2 },
        { metric: "criteria.tone", warning: 0.8, page: 0.7 },
      ],
      alerting: { labels: ["env"] },
    },
    alerts: ["RagGroundednessLow", "RagGroundednessVeryLow", "RagCriterionLow", "RagCriterionVeryLow"],
    evaluation: "1m",
    checkpoints: ["40m"],
    stories: [ownThresholds(), criterion(), environments()],
    // A second definition of a threshold, by a user's own file: it must not break the join.
    change: (files) => [
      ...files,
      {
        name: "own.yml",
        doc: "",
        groups: [
          {
            name: "own",
            interval: "30s",
            rules: [
              {
                record: "rag:score_threshold:value",
                doc: "",
                expr: "vector(0.4)",
                labels: {
                  rag_metric: "groundedness",
                  rag_judge: "default",
                  rag_intent_class: "smalltalk",
                  rag_severity: "page",
                  team: "own",
                },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    name: "without the file of thresholds",
    evaluation: "1m",
    checkpoints: ["9m", "10m", "40m"],
    stories: [withoutThresholds()],
    change: (files) => files.filter(({ name }) => name !== "rag-data.rules.yml"),
  },
  {
    name: "a service that must exist",
    config: { alerting: { services: ["service"] } },
    alerts: ["RagServiceAbsent"],
    evaluation: "1m",
    checkpoints: ["4m", "5m", "19m", "20m", "34m", "49m", "50m", "60m"],
    stories: [service(), unlisted()],
  },
];

function scored(slice: Slice, scores: Readonly<Record<string, number>>) {
  return sliceSeries(slice, [{ minutes: 60, requests: 4, scores }]);
}

/** The most specific threshold holds: judge and intent class, judge, intent class, neither. */
function ownThresholds(): Story {
  const job = "own-thresholds";
  const stream = (intent: string, judge: string, groundedness: number) =>
    scored({ job, intent, judge, pipeline: `${intent}-${judge.replace("/", "-")}` }, { groundedness });
  const page = (intent: string, judge: string, mean: number): readonly ExpectedAlert[] =>
    (["page", "warning"] as const).map((severity) =>
      low(
        "groundedness",
        severity,
        {
          job,
          rag_pipeline: `${intent}-${judge.replace("/", "-")}`,
          rag_intent_class: intent,
          rag_judge: judge,
        },
        { value: mean.toFixed(3) },
      ),
    );
  return {
    job,
    series: [
      ...stream("smalltalk", "nli/1", 0.5),
      ...stream("smalltalk", "nli/2", 0.375),
      ...stream("smalltalk", "llm/2", 0.3125),
      ...stream("smalltalk", "llm/3", 0.1875),
      ...stream("faq", "llm/2", 0.875),
      ...stream("faq", "nli/1", 0.8125),
    ],
    fires: {
      "40m": [
        ...page("smalltalk", "nli/2", 0.375),
        ...page("smalltalk", "llm/3", 0.1875),
        ...page("faq", "llm/2", 0.875),
      ],
    },
  };
}

/** A criterion of the user's own has its alerts when it has thresholds. */
function criterion(): Story {
  const job = "criterion";
  const place = { job, rag_intent_class: "faq", rag_judge: "nli/1" };
  return {
    job,
    series: [
      ...scored({ job, intent: "faq" }, { "criteria.tone": 0.75 }),
      ...scored({ job, intent: "rude" }, { "criteria.tone": 0.5 }),
    ],
    fires: {
      "40m": [
        low("criteria.tone", "warning", place, { value: "0.750" }),
        low("criteria.tone", "warning", { ...place, rag_intent_class: "rude" }, { value: "0.500" }),
        low("criteria.tone", "page", { ...place, rag_intent_class: "rude" }, { value: "0.500" }),
        low("criteria.tone", "warning", { job, rag_judge: "nli/1" }, { value: "0.625" }),
      ],
    },
  };
}

/** A label that is kept: one environment is not the other. */
function environments(): Story {
  const job = "environments";
  const slice = (env: string): Slice => ({ job, intent: "faq", target: { env } });
  const place = { job, env: "staging", rag_intent_class: "faq", rag_judge: "nli/1" };
  return {
    job,
    series: [
      ...scored(slice("production"), { groundedness: 0.875 }),
      ...scored(slice("staging"), { groundedness: 0.5 }),
    ],
    fires: {
      "40m": (["page", "warning"] as const).map((severity) => low("groundedness", severity, place, { value: "0.500" })),
    },
  };
}

/** Bad scores, and one alert: that nothing can be said about them. */
function withoutThresholds(): Story {
  const job = "no-thresholds";
  const scores = { context_relevance: 0.125, groundedness: 0.125, answer_relevance: 0.125 };
  // 160 scores from minute 0 on, and what half an interval before it would have brought.
  const streams = Object.keys(scores).map((rag_metric) =>
    thresholdsMissing({ job, rag_metric, rag_judge: "nli/1" }, 162, "0.12 (nli/1)"),
  );
  return {
    job,
    series: [...scored({ job, intent: "faq" }, scores), gauge("rag_build", { job }, 1, 60)],
    fires: { "10m": [thresholdsMissing()], "40m": [thresholdsMissing(), ...streams] },
  };
}

/** Not there at first; pushed over OTLP, so without `up`; then scraped, by one instance of two at last, and then down. */
function service(): Story {
  const job = "service";
  const series = (name: string, instance: string, value: (minute: number) => number | undefined) => ({
    series: seriesName(name, { job, instance }),
    values: valuesText(Array.from({ length: 61 }, (_, minute) => value(minute))),
  });
  const scraped = (until: number) => (minute: number) => (minute < 25 ? undefined : minute < until ? 1 : 0);
  const absent = (instances: number) => [serviceAbsent(job, {}, instances, "0.75 (main, nli/1)")];
  return {
    job,
    series: [
      ...["pushed", "pushed too"].map((instance) =>
        series("rag_build", instance, (minute) => (minute >= 10 && minute < 25 ? 1 : undefined)),
      ),
      series("up", "a", scraped(45)),
      series("up", "b", scraped(35)),
      ...relevanceSeries(0.75, { job, minutes: 60 }),
    ],
    // It waits for 5 minutes, and goes on for 10 after the first sample. Only what was pushed has sent rag_build.
    fires: { "5m": absent(0), "19m": absent(0), "50m": absent(2), "60m": absent(2) },
  };
}

/** A job that is there all the time, and that nobody asks about. */
function unlisted(): Story {
  const job = "unlisted";
  return {
    job,
    series: [gauge("up", { job, instance: "a" }, 1, 60), gauge("rag_build", { job, instance: "a" }, 1, 60)],
  };
}
