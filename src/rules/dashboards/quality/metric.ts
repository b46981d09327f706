import type { MetricId } from "../../../core/metric.ts";
import { histogramName, type RuleContext } from "../../context.ts";
import { driftMarginName, driftName, dropMarginName, dropName } from "../../recordings/comparison.ts";
import { meanName } from "../../recordings/scores.ts";
import { thresholdName } from "../../recordings/thresholds.ts";
import type { DashboardRow } from "../dashboard.ts";
import { judgedLegend } from "../legends.ts";
import { metricTitle } from "../metric-title.ts";
import type { LinesPanel } from "../panel.ts";
import { colours, heatmap, lines, query, unitRange } from "../panels.ts";
import { selectedScores } from "../selectors.ts";

/** One metric: means against their thresholds, the distribution, violations, and how it compares with before. */
export function metricRow(context: RuleContext, metric: MetricId): DashboardRow {
  const { warningWindow, pageWindow } = context.settings;
  const title = metricTitle(metric);
  const of = `rag_metric="${metric}"`;
  const scores = selectedScores(context, "intent", of);
  return {
    title,
    panels: [
      lines({
        title: `${title} by intent class, ${warningWindow}`,
        description: `The mean score within ${warningWindow}, and the warning threshold in force (dashed): below it, with enough scores, the warning fires.`,
        unit: "none",
        decimals: 2,
        ...unitRange,
        traces: { show: "low quality", level: "intent" },
        queries: [
          query(`${meanName("intent", warningWindow)}${scores}`, judgedLegend(context, "intent")),
          query(
            `${thresholdName}${selectedScores(context, "intent", of, `rag_severity="warning"`)}`,
            `warning: ${judgedLegend(context, "intent")}`,
            { limit: colours.warning },
          ),
        ],
      }),
      lines({
        title: `${title} by intent class, ${pageWindow}`,
        description: `The mean score within ${pageWindow}, and the page threshold in force (dashed): below it, with enough scores, somebody is paged.`,
        unit: "none",
        decimals: 2,
        ...unitRange,
        traces: { show: "low quality", level: "intent" },
        queries: [
          query(`${meanName("intent", pageWindow)}${scores}`, judgedLegend(context, "intent")),
          query(
            `${thresholdName}${selectedScores(context, "intent", of, `rag_severity="page"`)}`,
            `page: ${judgedLegend(context, "intent")}`,
            { limit: colours.page },
          ),
        ],
      }),
      heatmap({
        title: `${title} by $judge: distribution`,
        description:
          "How many answers have which score. One panel for each judge, empty for judges of other metrics. Two bands mean two kinds of answers: a mean between them is no typical answer.",
        unit: "short",
        repeat: "judge",
        queries: [
          query(
            `sum by (le) (increase(${histogramName(metric)}_bucket${selectedScores(context, "slice")}[$__rate_interval]))`,
            "{{le}}",
          ),
        ],
      }),
      lines({
        title: `${title}: violations, ${warningWindow}`,
        description: `The share of scores below a threshold within ${warningWindow}, as it was decided in the service. What is below the page threshold is below the warning one too.`,
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        traces: { show: "low quality", level: "intent" },
        queries: [
          query(
            `intent:rag_violations:ratio${warningWindow}${scores}`,
            `{{rag_severity}}: ${judgedLegend(context, "intent")}`,
          ),
        ],
      }),
      ...comparisons(context, title, of),
    ],
  };
}

function comparisons(context: RuleContext, title: string, of: string): readonly LinesPanel[] {
  const { slowWindow, longWindow } = context.settings;
  return [
    lines({
      title: `${title}: below the ${longWindow} before`,
      description: `How far the mean of ${slowWindow} is below that of the ${longWindow} before it (negative: above), and what chance alone may explain (dashed). Only where both have enough scores.`,
      unit: "none",
      decimals: 3,
      queries: [
        query(`${driftName(slowWindow)}${selectedScores(context, "intent", of)}`, judgedLegend(context, "intent")),
        query(
          `${driftMarginName(slowWindow)}${selectedScores(context, "intent", of)}`,
          `chance: ${judgedLegend(context, "intent")}`,
          {
            limit: colours.neutral,
          },
        ),
      ],
    }),
    lines({
      title: `${title}: below the baseline model version`,
      description: `How far the mean of a model version over ${slowWindow} is below the baseline's (negative: above), and what chance alone may explain (dashed). Empty until alerting.baselineModelVersion is set.`,
      unit: "none",
      decimals: 3,
      queries: [
        query(`${dropName(slowWindow)}${selectedScores(context, "slice", of)}`, judgedLegend(context, "slice")),
        query(
          `${dropMarginName(slowWindow)}${selectedScores(context, "slice", of)}`,
          `chance: ${judgedLegend(context, "slice")}`,
          {
            limit: colours.neutral,
          },
        ),
      ],
    }),
  ];
}
