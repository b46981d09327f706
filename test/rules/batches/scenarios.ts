import type { Batch, Story } from "../batch.ts";
import { coverageLow, judgeErrors, withoutScores } from "../expected/monitor.ts";
import { low } from "../expected/quality.ts";
import { seriesName, type InputSeries } from "../series.ts";
import { gauge, repeated, sliceSeries, type Phase, type Slice } from "../service.ts";
import { percent } from "./monitor/checkpoints.ts";

/** Something happens after an hour, and is over after two. */
const happens = 60;
const over = 120;
const end = 135;

/** Healthy scores. */
const fine = { context_relevance: 0.875, groundedness: 0.9375, answer_relevance: 0.875 };

/** Everything that must not page, and one thing that must, under all rules at once. */
export const scenarioBatch: Batch = {
  name: "what must not page, and what must",
  meetsBorders: true,
  evaluation: "2m",
  checkpoints: ["58m", "75m", "134m"],
  stories: [
    healthy(),
    oneOfFive(),
    oneMetricOfThree(),
    judgeDown(),
    trafficStops(),
    tenAtNight(),
    restart(),
    newModelVersion(),
    fallbackJudge(),
    atTheThreshold(),
    clockJumps(),
  ],
};

function phase(minutes: number, more: Partial<Phase> = {}): Phase {
  return { minutes, requests: 4, scores: fine, empty: 0, refusals: 0, retrievals: 4, ...more };
}

/** A service that says that it is there. */
function service(job: string, series: readonly InputSeries[]): Story {
  return { job, series: [gauge("rag_build", { job }, 1, end), ...series] };
}

function slice(job: string, more: Partial<Slice> = {}): Slice {
  return { job, intent: "faq", ...more };
}

function healthy(): Story {
  const job = "healthy";
  return service(job, sliceSeries(slice(job), [phase(end)]));
}

/**
 * One intent class of five falls from 0.9 to 0.6, with 20 scores in 15 minutes; the average of all stays above 0.8. It
 * pages within 15 minutes, for that intent class alone; later it warns.
 */
function oneOfFive(): Story {
  const job = "one-of-five";
  const requests = 20 / 15;
  const scores = (groundedness: number) => ({ ...fine, groundedness });
  const place = { job, rag_intent_class: "policy", rag_judge: "nli/1" };
  const relevance = "0.88 (nli/1)";
  const mean = seriesName("pipeline:rag_score:mean15m", { job, rag_metric: "groundedness" });
  return {
    ...service(job, [
      ...sliceSeries(slice(job, { intent: "policy" }), [
        phase(happens, { requests, scores: scores(0.9) }),
        phase(end - happens, { requests, scores: scores(0.6) }),
      ]),
      ...["a", "b", "c", "d"].flatMap((intent) =>
        sliceSeries(slice(job, { intent }), [phase(end, { requests, scores: scores(0.9) })]),
      ),
    ]),
    fires: {
      // Within 15 minutes; 14 of them are in the mean.
      "75m": [low("groundedness", "page", place, { value: "0.630", relevance })],
      "134m": [
        low("groundedness", "page", place, { value: "0.600", relevance }),
        low("groundedness", "warning", place, { value: "0.600", relevance }),
      ],
    },
    results: [{ at: "75m", expression: `count(${mean} > 0.8)`, samples: [{ labels: "{}", value: 1 }] }],
  };
}

/** Context relevance is low from the beginning, and the other two metrics are not. */
function oneMetricOfThree(): Story {
  const job = "one-metric";
  const place = { job, rag_intent_class: "faq", rag_judge: "nli/1" };
  const alerts = (["page", "warning"] as const).map((severity) =>
    low("context_relevance", severity, place, { value: "0.500", relevance: "0.50 (nli/1)" }),
  );
  return {
    ...service(job, sliceSeries(slice(job), [phase(end, { scores: { ...fine, context_relevance: 0.5 } })])),
    fires: { "58m": alerts, "75m": alerts, "134m": alerts },
  };
}

/** The judge is down for an hour: the monitor says so, and nothing is said about quality. */
function judgeDown(): Story {
  const job = "judge-down";
  const metrics = Object.keys(fine);
  const unscored = Object.fromEntries(metrics.map((metric) => [metric, { judge_error: 4 }]));
  const share = (minutes: number, window: number): string => percent(minutes, window);
  return {
    ...service(job, sliceSeries(slice(job), [phase(happens), phase(over - happens, { unscored }), phase(end - over)])),
    fires: {
      "75m": metrics.map((rag_metric) =>
        judgeErrors({ job, rag_metric }, share(14, 15), "judge_error 56", "0.88 (nli/1)"),
      ),
      "134m": [
        ...metrics.map((rag_metric) =>
          judgeErrors({ job, rag_metric }, share(3, 15), "judge_error 12", "0.88 (nli/1)"),
        ),
        ...metrics.map((rag_metric) =>
          coverageLow({ job, rag_metric }, share(14, 60), "judge_error 184", "0.88 (nli/1)"),
        ),
      ],
    },
    results: [
      {
        at: "110m",
        expression: seriesName("ALERTS", { job, alertstate: "firing", alertname: "RagRequestsWithoutScores" }),
        samples: [{ labels: alertLabels(withoutScores({ job }, 60, "").labels), value: 1 }],
      },
    ],
  };
}

function alertLabels(labels: Readonly<Record<string, string>>): string {
  return seriesName("ALERTS", { ...labels, alertname: "RagRequestsWithoutScores", alertstate: "firing" });
}

function trafficStops(): Story {
  const job = "traffic-stops";
  return service(job, sliceSeries(slice(job), [phase(happens), phase(end - happens, { requests: 0, retrievals: 0 })]));
}

function tenAtNight(): Story {
  const job = "night";
  const scores = { context_relevance: 0, groundedness: 0, answer_relevance: 0 };
  return service(
    job,
    sliceSeries(slice(job), [
      phase(happens, { requests: 0, retrievals: 0 }),
      phase(10, { requests: 1, retrievals: 1, scores }),
      phase(end - happens - 10, { requests: 0, retrievals: 0 }),
    ]),
  );
}

/** One of two instances restarts: its counters begin again, after two minutes without it. */
function restart(): Story {
  const job = "restart";
  return service(job, [
    ...sliceSeries(slice(job), [
      phase(happens),
      phase(2, { isUnseen: true }),
      phase(end - happens - 2, { restarts: true }),
    ]),
    ...sliceSeries(slice(job, { instance: "b" }), [phase(end)]),
  ]);
}

/** A deployment: the new model version's series are born, the old one's end. */
function newModelVersion(): Story {
  const job = "deployment";
  return service(job, [
    ...sliceSeries(slice(job), [phase(happens), phase(end - happens, { isUnseen: true })]),
    ...sliceSeries(slice(job, { model: "v2", born: happens, age: 0 }), [phase(end - happens)]),
  ]);
}

/** A fallback judge takes over: its scores are lower, and above its own thresholds. */
function fallbackJudge(): Story {
  const job = "fallback";
  const scores = { context_relevance: 0.5, groundedness: 0.8125, answer_relevance: 0.4375 };
  return service(job, [
    ...sliceSeries(slice(job), [phase(happens), phase(end - happens, { requests: 0, retrievals: 0 })]),
    ...sliceSeries(slice(job, { judge: "embedded/1", born: happens, age: 0, instance: "b" }), [
      phase(end - happens, { scores }),
    ]),
  ]);
}

/** Scores that are the threshold. */
function atTheThreshold(): Story {
  const job = "at-the-threshold";
  const scores = { context_relevance: 0.75, groundedness: 0.8, answer_relevance: 0.7 };
  return service(job, sliceSeries(slice(job), [phase(end, { scores })]));
}

/** A scrape comes a minute late, again and again: two minutes' traffic in one step, and none before. */
function clockJumps(): Story {
  const job = "clock-jumps";
  const late = [phase(1, { requests: 0, retrievals: 0 }), phase(1, { requests: 8, retrievals: 8 })];
  return service(job, sliceSeries(slice(job), [phase(happens), ...repeated(37, late), phase(1)]));
}
