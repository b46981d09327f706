import type { Batch, Story } from "../batch.ts";
import { seriesName } from "../series.ts";
import { sliceSeries, type Slice } from "../service.ts";

const end = 90;
/** When sums are broken, and when they have long been whole again. */
const [during, later] = ["38m", "88m"];
const score = 0.875;
const metrics = ["context_relevance", "groundedness", "answer_relevance"] as const;
const scored = { requests: 4, scores: { context_relevance: score, groundedness: score, answer_relevance: score } };

const levels = {
  slice: { windows: ["1d", "7d"], labels: { rag_intent_class: "faq", rag_model_version: "v1" } },
  intent: { windows: ["5m", "15m", "1h", "1d", "7d"], labels: { rag_intent_class: "faq" } },
  pipeline: { windows: ["15m", "1h", "1d", "7d"], labels: {} },
} as const;

/** What recorded sums and counts are worth when the counters behind them are not. */
export const notFiniteBatch: Batch = {
  name: "sums that are not finite, or too high",
  alerts: [],
  evaluation: "1m",
  checkpoints: [during, later],
  stories: [broken(Number.POSITIVE_INFINITY), broken(Number.NaN), whole("whole"), tooHigh()],
};

/**
 * Sums are not finite for a while, until the process restarts: what is summed from increments is not lost with them, and
 * what is counted meanwhile is left out with its sum. Everything around it goes on.
 */
function broken(brokenSum: number): Story {
  const job = `sum-${brokenSum}`;
  const slice: Slice = { job, intent: "faq" };
  const around = [{ pipeline: "other" }, { intent: "other" }, { model: "v2" }, { judge: "llm/2" }];
  const place = `job="${job}", rag_pipeline="main", rag_intent_class="faq", rag_judge="nli/1"`;
  return {
    job,
    series: [
      ...sliceSeries(slice, [
        { minutes: 30, ...scored },
        { minutes: 10, ...scored, brokenSum },
        { minutes: end - 40, ...scored, restarts: true },
      ]),
      ...around.flatMap((other) => sliceSeries({ ...slice, ...other }, [{ minutes: end, ...scored }])),
    ],
    results: [
      {
        at: during,
        expression: ["slice:rag_score_%:increase5m", "intent:rag_score_%:increase15m", "intent:rag_score_%:increase1h"]
          .flatMap((record) => ["sum", "count"].map((quantity) => record.replace("%", quantity)))
          .map((record) => `${record}{${place}, rag_model_version!="v2"}`)
          .join(" or "),
        samples: [],
      },
      {
        at: during,
        expression: `count by (job) (slice:rag_score_count:increase5m{job="${job}"})`,
        samples: [{ labels: seriesName("", { job }), value: around.length * metrics.length }],
      },
      ...means(slice, score),
    ],
  };
}

/** The same slice in another service. */
function whole(job: string): Story {
  const slice = { job, intent: "faq" };
  return { job, series: sliceSeries(slice, [{ minutes: end, ...scored }]), results: allMeans(slice, score) };
}

/** increase() extrapolates a sum and its count by themselves: no mean is above 1 for it. */
function tooHigh(): Story {
  const slice = { job: "too-high", intent: "faq" };
  const scores = { context_relevance: 1.0625, groundedness: 1.0625, answer_relevance: 1.0625 };
  return {
    job: slice.job,
    series: sliceSeries(slice, [{ minutes: end, ...scored, scores }]),
    results: allMeans(slice, 1),
  };
}

/** The means of all levels and windows. */
function allMeans(slice: Slice, value: number): NonNullable<Story["results"]> {
  return (["slice", "intent", "pipeline"] as const).flatMap((level) =>
    means(slice, value, level, levels[level].windows),
  );
}

function means(
  { job }: Slice,
  value: number,
  level: keyof typeof levels = "intent",
  windows: readonly string[] = ["5m", "15m", "1d"],
): NonNullable<Story["results"]> {
  const place = { job, rag_pipeline: "main", rag_judge: "nli/1", ...levels[level].labels };
  return windows.map((window) => {
    const record = `${level}:rag_score:mean${window}`;
    return {
      at: later,
      expression: seriesName(record, place),
      samples: metrics.map((rag_metric) => ({ labels: seriesName(record, { ...place, rag_metric }), value })),
    };
  });
}
