import type { Story } from "../../batch.ts";
import { regression } from "../../expected/quality.ts";
import { otherThan, type TestedMetric } from "../quality/metric.ts";
import { afterHour, always, between, last, week } from "./checkpoints.ts";
import { daily, halfHourOf, scoreSeries, type Scores } from "./half-hours.ts";

/** A model version against the baseline `v1`. */
export function regressionStories({ metric }: TestedMetric): readonly Story[] {
  const alert = (job: string, value: string) =>
    regression(metric, { job, rag_intent_class: "faq", rag_model_version: "v2", rag_judge: "nli/1" }, { value });
  const slice = (job: string, scores: Partial<Scores>) =>
    scoreSeries({ job, metric, count: () => 50, mean: () => 0.875, ...scores });
  const pair = (
    job: string,
    baseline: Partial<Scores>,
    candidate: Partial<Scores>,
    fires: Story["fires"] = {},
  ): Story => ({
    job,
    series: [...slice(job, baseline), ...slice(job, { model: "v2", ...candidate })],
    fires,
  });
  const after =
    (mean: number): ((halfHour: number) => number) =>
    (halfHour) =>
      halfHour < halfHourOf(7) ? 0.875 : mean;
  return [
    // 4 of 48 half hours make a drop of 0.02 at least.
    pair(
      "regression",
      {},
      { mean: after(0.565) },
      between(week + 2.5, last, (hour) => [
        alert("regression", ((0.31 * Math.min(48, 2 * (hour - week))) / 48).toFixed(3)),
      ]),
    ),
    // The drop is 0.02 sharp; scores of 0 have no variance.
    pair(
      "regression-sharp",
      { mean: () => 0.02, count: () => 500 },
      { mean: () => 0, count: () => 500 },
      always(alert("regression-sharp", "0.020")),
    ),
    pair("regression-small", { mean: () => 0.0199, count: () => 500 }, { mean: () => 0, count: () => 500 }),
    // 240 scores each a day: a margin of 0.0531 (variances 0.5 × 0.5 and 0.55 × 0.45).
    pair("regression-by-chance", { mean: () => 0.55, count: daily(240) }, { mean: () => 0.48, count: daily(240) }),
    pair(
      "regression-by-more",
      { mean: () => 0.55, count: daily(240) },
      { mean: () => 0.47, count: daily(240) },
      always(alert("regression-by-more", "0.080")),
    ),
    pair(
      "regression-200",
      { count: daily(200) },
      { mean: () => 0.5, count: daily(200) },
      always(alert("regression-200", "0.375")),
    ),
    {
      ...pair("regression-199", { count: daily(199) }, { mean: () => 0.5 }),
      results: unknown("regression-199"),
    },
    {
      ...pair("regression-of-199", {}, { mean: () => 0.5, count: daily(199) }),
      results: unknown("regression-of-199"),
    },
    pair("regression-other-metric", { metric: otherThan(metric) }, { metric: otherThan(metric), mean: () => 0.5 }),
    pair("regression-better", { mean: () => 0.5 }, {}),
    pair("regression-judges", {}, { mean: () => 0.5, judge: "llm/2" }),
    pair("regression-pipelines", {}, { mean: () => 0.5, pipeline: "other" }),
    pair("regression-intents", {}, { mean: () => 0.5, intent: "other" }),
    pair("regression-baselines", { model: "v3" }, { mean: () => 0.5 }),
  ];
}

/** Neither a drop nor what chance may explain of it: each asks for enough scores itself. */
function unknown(job: string): NonNullable<Story["results"]> {
  return ["drop1d", "drop_margin1d"].map((name) => ({
    at: afterHour(last),
    expression: `slice:rag_score:${name}{job="${job}", rag_model_version="v2"}`,
    samples: [],
  }));
}
