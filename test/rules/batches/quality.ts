import type { Batch, Story } from "../batch.ts";
import { fallStories } from "./quality/falls.ts";
import { steadyStories } from "./quality/steady.ts";
import { checkpoints, metricsUnderTest, type TestedMetric } from "./quality/metric.ts";
import { leftOutStories } from "./quality/left-out.ts";
import { eventStories } from "./quality/events.ts";
import { refusedStories } from "./quality/refused.ts";

/** The means of a quarter of an hour and of an hour, by intent class and for the service. */
export const qualityBatches: readonly Batch[] = [
  ...metricsUnderTest.map((tested) =>
    batch("quality", tested, [
      ...fallStories(tested),
      ...steadyStories(tested),
      ...eventStories(tested),
      ...(tested.metric === "context_relevance" ? refusedStories(tested) : []),
    ]),
  ),
  ...metricsUnderTest.map((tested) => batch("classes left out", tested, leftOutStories(tested))),
].filter(({ stories }) => stories.length > 0);

function batch(what: string, { metric, word }: TestedMetric, stories: readonly Story[]): Batch {
  return {
    name: `${what} of ${metric}`,
    meetsBorders: true,
    alerts: [`Rag${word}Low`, `Rag${word}VeryLow`],
    evaluation: "1m",
    checkpoints,
    stories,
  };
}
