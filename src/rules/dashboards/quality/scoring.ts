import { outsideCoverage } from "../../recordings/traffic.ts";
import { trafficLabels, type RuleContext } from "../../context.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { colours, lines, query, unitRange } from "../panels.ts";
import { selected } from "../selectors.ts";

/** Whether scoring keeps up: coverage, what has no score and why, how late scores are and what waits. */
export function scoringRow(context: RuleContext): DashboardRow {
  const { warningWindow, minimumCoverage } = context.settings;
  const by = trafficLabels(context, "pipeline");
  const lag = (quantile: number): string =>
    `histogram_quantile(${quantile}, sum by (${by}, le) (rate(rag_evaluation_lag_bucket${selected(context, "slice")}[$__rate_interval])))`;
  return {
    title: "Scoring",
    panels: [
      lines({
        title: `Coverage, ${warningWindow}`,
        description:
          "The share of what should have a score that has one. Refusals, empty answers, sampling and the like are left out: nothing failed there.",
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [
          query(
            `pipeline:rag_evaluations:coverage${warningWindow}${selected(context, "pipeline")}`,
            `{{rag_metric}}: ${legend(context, "pipeline")}`,
          ),
          query(`vector(${minimumCoverage})`, "RagCoverageLow", { limit: colours.warning }),
        ],
      }),
      lines({
        title: "Not scored, by reason",
        description:
          "Evaluations per second that ended without a score and lower the coverage. Judges: judge_error, judge_timeout, circuit_open, rate_limited, over_budget; the queue: queue_full, shutdown.",
        unit: "ops",
        min: 0,
        stacked: true,
        queries: [
          query(
            `sum by (${by}, rag_outcome) (rate(rag_evaluations_total${selected(context, "slice", `rag_outcome!~"scored|${outsideCoverage}"`)}[$__rate_interval]))`,
            `{{rag_outcome}}: ${legend(context, "pipeline")}`,
          ),
        ],
      }),
      lines({
        title: "Nothing to score, by reason",
        description:
          "Evaluations per second without a score that is missing: refusals, empty answers, sampling and the like.",
        width: 8,
        unit: "ops",
        min: 0,
        stacked: true,
        queries: [
          query(
            `sum by (${by}, rag_outcome) (rate(rag_evaluations_total${selected(context, "slice", `rag_outcome=~"${outsideCoverage}"`)}[$__rate_interval]))`,
            `{{rag_outcome}}: ${legend(context, "pipeline")}`,
          ),
        ],
      }),
      lines({
        title: "Lag",
        description:
          "From the complete answer to its scores. Spans wait for them; scores that come too late go to a span of their own.",
        width: 8,
        unit: "s",
        min: 0,
        queries: [
          query(lag(0.5), `p50: ${legend(context, "pipeline")}`),
          query(lag(0.95), `p95: ${legend(context, "pipeline")}`),
        ],
      }),
      lines({
        title: "Waiting",
        description:
          "Metrics of completed requests that wait for their outcome. Near the queue's bound requests are dropped as queue_full.",
        width: 8,
        unit: "short",
        min: 0,
        queries: [
          query(
            `sum by (${by}, rag_metric) (rag_evaluation_pending${selected(context, "pipeline")})`,
            `{{rag_metric}}: ${legend(context, "pipeline")}`,
          ),
        ],
      }),
    ],
  };
}
