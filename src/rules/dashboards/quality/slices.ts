import type { MetricId } from "../../../core/metric.ts";
import { judgedLabels, trafficLabels, type Level, type RuleContext } from "../../context.ts";
import { incrementName, meanName, stepWindow } from "../../recordings/scores.ts";
import { thresholdName } from "../../recordings/thresholds.ts";
import type { DashboardRow } from "../dashboard.ts";
import { metricTitle } from "../metric-title.ts";
import type { HeatTablePanel, TablePanel } from "../panel.ts";
import { query, unitRange } from "../panels.ts";
import { selectedScores } from "../selectors.ts";

/** Intent classes by model versions. */
export function slicesRow(context: RuleContext): DashboardRow {
  return {
    title: "Intent class × model version",
    panels: [
      ...context.settings.metrics.map((metric) => heatTable(context, metric)),
      intentTable(context),
      sliceTable(context),
    ],
  };
}

function heatTable(context: RuleContext, metric: MetricId): HeatTablePanel {
  const { longWindow } = context.settings;
  const by = judgedLabels(context, "slice");
  const added = (quantity: "sum" | "count"): string =>
    `sum by (${by}) (${incrementName("slice", quantity, longWindow)}${selectedScores(context, "slice", `rag_metric="${metric}"`)})`;
  const row = trafficLabels(context, "intent").split(", ");
  return {
    kind: "heat-table",
    title: `${metricTitle(metric)} by $judge, ${longWindow}`,
    description: `The mean score of each service, pipeline, intent class (rows) and model version (columns) within ${longWindow}. One table for each judge.`,
    width: 8,
    height: 9,
    unit: "none",
    decimals: 2,
    ...unitRange,
    repeat: "judge",
    rowLabel: "row",
    rowTitle: row.map(titleOf).join(" / "),
    columnLabel: "rag_model_version",
    queries: [
      query(
        `label_join(${added("sum")} / (${added("count")} > 0), "row", " / ", ${row.map((label) => `"${label}"`).join(", ")})`,
        "",
      ),
    ],
  };
}

/** What people call labels that have a name for people. */
const titles: ReadonlyMap<string, string> = new Map([
  ["rag_metric", "metric"],
  ["job", "service"],
  ["rag_pipeline", "pipeline"],
  ["rag_intent_class", "intent class"],
  ["rag_model_version", "model version"],
  ["rag_judge", "judge"],
]);

/** The heading of a label; those that rules keep have their own name for one, unless that is another's heading. */
function titleOf(label: string): string {
  return titles.get(label) ?? ([...titles.values()].includes(label) ? `label ${label}` : label);
}

/** The columns of the labels of scores. */
function scoreLabels(context: RuleContext, level: Level): readonly (readonly [label: string, title: string])[] {
  const labels = ["rag_metric", ...judgedLabels(context, level).split(", ")];
  return labels.map((label) => [label, titleOf(label)]);
}

function intentTable(context: RuleContext): TablePanel {
  const { settings } = context;
  const windows = [stepWindow, settings.pageWindow, settings.warningWindow, settings.slowWindow, settings.longWindow];
  const thresholds = ["warning", "page"];
  return {
    kind: "table",
    title: "Intent classes: from now to the long run",
    description:
      "The mean score of each intent class over all windows, and the thresholds in force: what has just begun is in the short ones alone.",
    width: 24,
    height: 10,
    unit: "none",
    traces: { show: "low quality", level: "intent" },
    labels: scoreLabels(context, "intent"),
    values: [...windows.map((window) => `mean ${window}`), ...thresholds].map((title) => ({
      title,
      unit: "none",
      decimals: 3,
    })),
    queries: [
      ...windows.map((window) => query(`${meanName("intent", window)}${selectedScores(context, "intent")}`, "")),
      ...thresholds.map((severity) =>
        // Without the severity, so that it is in the row of the means.
        query(
          `max without (rag_severity) (${thresholdName}${selectedScores(context, "intent", `rag_severity="${severity}"`)})`,
          "",
        ),
      ),
    ],
  };
}

function sliceTable(context: RuleContext): TablePanel {
  const { longWindow, slowWindow } = context.settings;
  const columns = [
    [meanName("slice", slowWindow), `mean ${slowWindow}`, "none", 3],
    [meanName("slice", longWindow), `mean ${longWindow}`, "none", 3],
    [incrementName("slice", "count", slowWindow), `scored ${slowWindow}`, "short", 0],
    [incrementName("slice", "count", longWindow), `scored ${longWindow}`, "short", 0],
  ] as const;
  return {
    kind: "table",
    title: "Slices in numbers",
    description:
      "Every slice, metric and judge: the means, and how many scores stand behind them. A mean of few scores says little.",
    width: 24,
    height: 10,
    unit: "none",
    traces: { show: "low quality", level: "intent" },
    labels: scoreLabels(context, "slice"),
    values: columns.map(([, title, unit, decimals]) => ({ title, unit, decimals })),
    queries: columns.map(([name]) => query(`${name}${selectedScores(context, "slice")}`, "")),
  };
}
