import type { MetricId } from "../../../core/metric.ts";
import { trafficLabels, type RuleContext } from "../../context.ts";
import { meanName } from "../../recordings/scores.ts";
import { defaultJudge, thresholdsOf } from "../../recordings/thresholds.ts";
import { remainingName } from "../../recordings/violations.ts";
import type { DashboardRow } from "../dashboard.ts";
import { judgedLegend, legend } from "../legends.ts";
import { alertsFiring } from "../links.ts";
import { metricTitle } from "../metric-title.ts";
import type { ColourStep, NumberPanel } from "../panel.ts";
import { colours, number, query, unitRange } from "../panels.ts";
import { selected, selectedScores } from "../selectors.ts";

/** What holds now: the rolling means, coverage, the budget, and what fires. */
export function nowRow(context: RuleContext): DashboardRow {
  const { settings } = context;
  const { budgetWindow, warningWindow, minimumCoverage } = settings;
  return {
    title: "Now",
    panels: [
      ...settings.metrics.map((metric) => meanNumber(context, metric)),
      number({
        title: `Least coverage, ${warningWindow}`,
        description: `The share of what should have a score that has one, of the metric that has the least. Below ${minimumCoverage} RagCoverageLow warns: means then speak of fewer answers than they seem to.`,
        unit: "percentunit",
        decimals: 0,
        noValue: "no traffic",
        steps: rising(minimumCoverage / 2, minimumCoverage),
        queries: [
          query(
            `min by (${trafficLabels(context, "pipeline")}) (pipeline:rag_evaluations:coverage${warningWindow}${selected(context, "pipeline")})`,
            legend(context, "pipeline"),
          ),
        ],
      }),
      number({
        title: `Error budget left, ${budgetWindow}`,
        description: `What is left of the error budget, of the metric that has the least. At 0 RagErrorBudgetExhausted asks for a release freeze. There is no budget until alerting.objectives is set.`,
        unit: "percentunit",
        decimals: 0,
        noValue: "no objective",
        steps: rising(0, 0.25),
        queries: [
          query(
            `min by (${trafficLabels(context, "pipeline")}) (${remainingName(budgetWindow)}${selected(context, "pipeline")})`,
            legend(context, "pipeline"),
          ),
        ],
      }),
      number({
        title: "Alerts firing",
        description: "Alerts of the shipped rules that fire now, the watchdog aside.",
        unit: "none",
        decimals: 0,
        steps: [
          { from: null, colour: colours.good },
          { from: 1, colour: colours.page },
        ],
        queries: [query(`count(${alertsFiring(context)}) or vector(0)`, "alerts")],
      }),
    ],
  };
}

function meanNumber(context: RuleContext, metric: MetricId): NumberPanel {
  const { longWindow, judges } = context.settings;
  const stepsFor = (judge: string): readonly ColourStep[] => {
    const { page, warning } = thresholdsOf(context.settings, metric, judge);
    return rising(page, warning);
  };
  return number({
    title: `${metricTitle(metric)}, ${longWindow}`,
    description: `The traffic-weighted mean score within ${longWindow}, for each judge: scores of two judges are never one number. Coloured by the judge's thresholds.`,
    unit: "none",
    decimals: 2,
    ...unitRange,
    noValue: "no scores",
    steps: stepsFor(defaultJudge),
    stepsOf: judges.map((judge) => ({ legendEnd: `(${judge})`, steps: stepsFor(judge) })),
    queries: [
      query(
        `${meanName("pipeline", longWindow)}${selectedScores(context, "pipeline", `rag_metric="${metric}"`)}`,
        judgedLegend(context, "pipeline"),
      ),
    ],
  });
}

/** Red below `page`, orange below `warning`, else green. */
function rising(page: number, warning: number): readonly ColourStep[] {
  return [
    { from: null, colour: colours.page },
    { from: page, colour: colours.warning },
    { from: warning, colour: colours.good },
  ];
}
