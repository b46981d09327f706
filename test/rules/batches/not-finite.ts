import type { Batch } from "../batch.ts";
import { seriesName } from "../series.ts";
import { sliceSeries } from "../service.ts";

const end = 90;
const at = "88m";
const score = 0.875;

/** Sums that are not finite for a while, until the process restarts: what is summed from increments is not lost with them. */
export const notFiniteBatch: Batch = {
  name: "sums that are not finite",
  alerts: [],
  evaluation: "1m",
  checkpoints: [at],
  stories: [Number.POSITIVE_INFINITY, Number.NaN].map((brokenSum) => {
    const job = `sum-${brokenSum}`;
    const phase = { requests: 4, scores: { groundedness: score } };
    const labels = {
      job,
      rag_pipeline: "main",
      rag_intent_class: "faq",
      rag_judge: "nli/1",
      rag_metric: "groundedness",
    };
    return {
      job,
      series: sliceSeries({ job, intent: "faq" }, [
        { minutes: 30, ...phase },
        { minutes: 10, ...phase, brokenSum },
        { minutes: end - 40, ...phase, restarts: true },
      ]),
      results: ["mean15m", "mean1d"].map((name) => ({
        at,
        expression: `intent:rag_score:${name}{job="${job}"}`,
        samples: [{ labels: seriesName(`intent:rag_score:${name}`, labels), value: score }],
      })),
    };
  }),
};
