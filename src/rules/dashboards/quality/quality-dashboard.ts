import type { RuleContext } from "../../context.ts";
import type { Dashboard } from "../dashboard.ts";
import { alertsFiring, requestPathUid, qualityUid, tracesLinks } from "../links.ts";
import { datasourceVariable, judgeVariable, sliceVariables, tracesVariables } from "../variables.ts";
import { budgetRow } from "./budget.ts";
import { causesRow } from "./causes.ts";
import { judgesRow } from "./judges.ts";
import { metricRow } from "./metric.ts";
import { nowRow } from "./now.ts";
import { rollingRow } from "./rolling.ts";
import { scoringRow } from "./scoring.ts";
import { slicesRow } from "./slices.ts";

/** *RAG quality*: what the scores say, where it comes from, and whether the scores can be trusted. */
export function qualityDashboard(context: RuleContext): Dashboard {
  const { metrics, longWindow } = context.settings;
  return {
    uid: qualityUid,
    title: "RAG quality",
    description:
      "Scores of the RAG triad by intent class, model version and judge, their error budget, and the health of scoring.",
    range: longWindow,
    variables: [datasourceVariable, ...sliceVariables(context), judgeVariable(context), ...tracesVariables],
    alerts: alertsFiring(context),
    links: [
      {
        title: "Request path",
        url: `/d/${requestPathUid}`,
        tooltip: "Traffic, errors, latency and retrieval",
        keepsVariables: true,
      },
      ...tracesLinks,
    ],
    rows: [
      nowRow(context),
      rollingRow(context),
      slicesRow(context),
      ...metrics.map((metric) => metricRow(context, metric)),
      budgetRow(context),
      causesRow(context),
      scoringRow(context),
      judgesRow(context),
    ],
  };
}
