import type { Batch, Story } from "../batch.ts";
import { judgeDisagreement, serviceAbsent } from "../expected/monitor.ts";
import { seriesName, valuesText } from "../series.ts";

/** Samples are 5 minutes apart. Something happens in the first hour of the second day. */
const samples = 52 * 12;
const second = 24 * 12;

/** What is known for a day, and not longer. */
export const dayBatch: Batch = {
  name: "a day",
  alerts: ["RagJudgeDisagreement", "RagServiceAbsent"],
  interval: "5m",
  evaluation: "10m",
  checkpoints: ["23h", "37h", "50h"],
  stories: [disagreement(), gone()],
};

function series(name: string, labels: Readonly<Record<string, string>>, value: (index: number) => number | undefined) {
  const values = Array.from({ length: samples }, (_, index) => value(index));
  return { series: seriesName(name, labels), values: valuesText(values) };
}

/** 300 comparisons of which all disagree. */
function disagreement(): Story {
  const job = "disagreement-of-a-day";
  const place = { job, rag_metric: "groundedness", rag_judge: "nli/1", rag_shadow_judge: "llm/2" };
  return {
    job,
    series: [
      series(
        "rag_judge_comparisons_total",
        { ...place, rag_pipeline: "main", rag_comparison: "disagree" },
        (index) => Math.max(0, Math.min(12, index - second)) * 25,
      ),
    ],
    fires: { "37h": [judgeDisagreement(place, "100%")] },
  };
}

/** A job that nobody has heard of for a day is none that is missed. */
function gone(): Story {
  const job = "gone-for-a-day";
  return {
    job,
    series: [series("rag_build", { job, instance: "a" }, (index) => (index < second ? 1 : undefined))],
    fires: { "37h": [serviceAbsent(job)] },
  };
}
