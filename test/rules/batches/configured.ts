import type { Batch, ExpectedAlert, Story } from "../batch.ts";
import { serviceAbsent, thresholdsMissing } from "../expected/monitor.ts";
import { low } from "../expected/quality.ts";
import { gauge, sliceSeries, type Slice } from "../service.ts";
import { seriesName, valuesText } from "../series.ts";

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
    name: "services that must exist",
    config: { alerting: { services: ["scraped", "pushed", "never"] } },
    alerts: ["RagServiceAbsent"],
    evaluation: "1m",
    checkpoints: ["4m", "5m", "34m", "35m", "60m"],
    stories: services(),
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
  const streams = Object.keys(scores).map((rag_metric) => thresholdsMissing({ job, rag_metric, rag_judge: "nli/1" }));
  return {
    job,
    series: [...scored({ job, intent: "faq" }, scores), gauge("rag_build", { job }, 1, 60)],
    fires: { "10m": [thresholdsMissing()], "40m": [thresholdsMissing(), ...streams] },
  };
}

/** Scraped until minute 30; pushed over OTLP, so without `up`; and one that never was there. */
function services(): readonly Story[] {
  const up = (instance: string, isUp: (minute: number) => boolean) => ({
    series: seriesName("up", { job: "scraped", instance }),
    values: valuesText(Array.from({ length: 61 }, (_, minute) => (isUp(minute) ? 1 : 0))),
  });
  const never = serviceAbsent("never");
  return [
    {
      job: "never",
      series: [],
      fires: { "5m": [never], "34m": [never], "35m": [never], "60m": [never] },
    },
    {
      job: "scraped",
      series: [up("a", (minute) => minute < 30), up("b", (minute) => minute < 20)],
      fires: { "35m": [serviceAbsent("scraped")], "60m": [serviceAbsent("scraped")] },
    },
    { job: "pushed", series: [gauge("rag_build", { job: "pushed", instance: "a" }, 1, 60)] },
  ];
}
