import type { Batch, Story } from "../batch.ts";
import { metricsUnderTest } from "./quality/metric.ts";
import { blindStories } from "./long/blind.ts";
import { driftStories } from "./long/drift.ts";
import { regressionStories } from "./long/regression.ts";
import { refusalStories } from "./long/refusals.ts";
import { slowStories } from "./long/slow.ts";
import { longCheckpoints } from "./long/checkpoints.ts";

/**
 * Days and weeks, from the increments that are recorded for 5 minutes. Batches are small: promtool refuses a query that
 * loads more than 10,000 samples.
 */
export const longBatches: readonly Batch[] = [
  ...metricsUnderTest.flatMap((tested) => [
    days(`days of ${tested.metric}`, `Rag${tested.word}LowSlow`, slowStories(tested)),
    days(`regression of ${tested.metric}`, `Rag${tested.word}Regression`, regressionStories(tested)),
    days(`drift of ${tested.metric}`, `Rag${tested.word}Drift`, driftStories(tested)),
  ]),
  ...blindStories().map((story) => days(`${story.job}`, "RagIntentBlind", [story])),
  ...refusalStories().map((story) => days(`${story.job}`, "RagRefusalShareHigh", [story])),
];

function days(name: string, alert: string, stories: readonly Story[]): Batch {
  return {
    name,
    config: { alerting: { baselineModelVersion: "v1" } },
    alerts: [alert],
    given: [
      "slice:rag_score_sum:increase5m",
      "slice:rag_score_count:increase5m",
      "intent:rag_score_count:increase1h",
      "intent:rag_score:mean15m",
      "intent:rag_requests:increase5m",
      "intent:rag_requests:increase1h",
      "intent:rag_refusals:increase5m",
      "intent:rag_refusals:ratio1h",
    ],
    interval: "5m",
    // What others need of it has to be new: evaluations are further apart than Prometheus looks back.
    groupsFirst: ["rag-data", "rag-long"],
    evaluation: "15m",
    checkpoints: longCheckpoints,
    stories,
  };
}
