import type { RuleContext } from "../../context.ts";
import { meanName } from "../../recordings/scores.ts";
import type { DashboardRow } from "../dashboard.ts";
import { judgedLegend } from "../legends.ts";
import { metricTitle } from "../metric-title.ts";
import { lines, query, unitRange } from "../panels.ts";
import { selectedScores } from "../selectors.ts";

/** The rolling mean of every metric, side by side. */
export function rollingRow(context: RuleContext): DashboardRow {
  const { longWindow, slowWindow, metrics } = context.settings;
  return {
    title: `Rolling mean, ${longWindow}`,
    panels: metrics.map((metric) =>
      lines({
        title: `${metricTitle(metric)}, rolling ${longWindow}`,
        description: `The mean score of the ${longWindow} before each point, weighted by traffic: an hour with many answers counts for more. The mean of ${slowWindow} shows where it is going. A gap means that nothing was scored.`,
        width: 8,
        unit: "none",
        decimals: 2,
        ...unitRange,
        queries: [longWindow, slowWindow].map((window) =>
          query(
            `${meanName("pipeline", window)}${selectedScores(context, "pipeline", `rag_metric="${metric}"`)}`,
            `${window}: ${judgedLegend(context, "pipeline")}`,
          ),
        ),
      }),
    ),
  };
}
