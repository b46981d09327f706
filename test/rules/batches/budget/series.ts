import { seriesName, valuesText, type InputSeries } from "../../series.ts";

/** What is scored in a five-minute step, and how much of it violates. */
export interface Step {
  readonly scored: number;
  readonly violations: number;
}

/** The recorded increments that budgets are summed from, a sample each 5 minutes. */
export function budgetSeries(
  job: string,
  steps: number,
  step: (index: number) => Step,
  place: { readonly metric?: string; readonly pipeline?: string } = {},
): readonly InputSeries[] {
  const { metric = "groundedness", pipeline = "main" } = place;
  const labels = { job, rag_pipeline: pipeline, rag_metric: metric };
  const values = (of: (step: Step) => number): string =>
    valuesText(Array.from({ length: steps }, (_, index) => of(step(index))));
  return [
    { series: seriesName("pipeline:rag_scored:increase5m", labels), values: values(({ scored }) => scored) },
    {
      series: seriesName("pipeline:rag_violations:increase5m", labels),
      values: values(({ violations }) => violations),
    },
  ];
}
