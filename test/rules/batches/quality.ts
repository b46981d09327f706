import type { Batch } from "../batch.ts";
import { fallStories } from "./quality/falls.ts";
import { steadyStories } from "./quality/steady.ts";
import { checkpoints, metricsUnderTest } from "./quality/metric.ts";
import { eventStories } from "./quality/events.ts";
import { refusedStories } from "./quality/refused.ts";

/** A batch for each metric: the means of a quarter of an hour and of an hour, by intent class and for the service. */
export const qualityBatches: readonly Batch[] = metricsUnderTest.map((tested) => ({
  name: `quality of ${tested.metric}`,
  meetsBorders: true,
  alerts: [`Rag${tested.word}Low`, `Rag${tested.word}VeryLow`],
  evaluation: "1m",
  checkpoints,
  stories: [
    ...fallStories(tested),
    ...steadyStories(tested),
    ...eventStories(tested),
    ...(tested.metric === "context_relevance" ? refusedStories(tested) : []),
  ],
}));
