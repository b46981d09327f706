import { trafficLabels, type RuleContext } from "../../context.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { lines, query, unitRange } from "../panels.ts";
import { selectedScores } from "../selectors.ts";

const rateInterval = "[$__rate_interval]";

/** The judges: speed, failures, cost, and whether they agree with each other and with known answers. */
export function judgesRow(context: RuleContext): DashboardRow {
  const judged = `${legend(context, "pipeline")} {{rag_metric}} ({{rag_judge}})`;
  const by = `${trafficLabels(context, "pipeline")}, rag_judge, rag_metric`;
  const ofJudges = selectedScores(context, "pipeline");
  const rateOf = (metric: string, labels: string, ...matchers: readonly string[]): string =>
    `sum by (${labels}) (rate(${metric}${selectedScores(context, "pipeline", ...matchers)}${rateInterval}))`;
  return {
    title: "Judges",
    panels: [
      lines({
        title: "Judge duration, p95",
        description: "How long a judge takes for one metric of one request.",
        width: 8,
        unit: "s",
        min: 0,
        queries: [
          query(
            `histogram_quantile(0.95, sum by (${by}, le) (rate(rag_judge_duration_bucket${ofJudges}${rateInterval})))`,
            judged,
          ),
        ],
      }),
      lines({
        title: "Judge errors",
        description:
          "The share of judgings that failed, by error. A failed judging is no low quality: it has no score, or a fallback's.",
        width: 8,
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [
          query(
            `${rateOf("rag_judge_duration_count", `${by}, error_type`, `error_type!=""`)} / on (${by}) group_left () (${rateOf("rag_judge_duration_count", by)} > 0)`,
            `{{error_type}}: ${judged}`,
          ),
        ],
      }),
      lines({
        title: "Findings",
        description:
          "What judges noticed about their model's output or the judged text, per second, such as a quote that is not in the context.",
        width: 8,
        unit: "ops",
        min: 0,
        stacked: true,
        queries: [query(rateOf("rag_judge_findings_total", `${by}, rag_finding`), `{{rag_finding}}: ${judged}`)],
      }),
      lines({
        title: "Cost per hour",
        description: "What judging costs at the present rate. The embedded judge costs nothing.",
        unit: "currencyUSD",
        decimals: 2,
        min: 0,
        stacked: true,
        queries: [query(`3600 * ${rateOf("rag_judge_cost_total", by)}`, judged)],
      }),
      lines({
        title: "Tokens",
        description: "Tokens that judges use per second, by type.",
        unit: "short",
        min: 0,
        stacked: true,
        queries: [
          query(rateOf("rag_judge_tokens_total", `${by}, gen_ai_token_type`), `{{gen_ai_token_type}}: ${judged}`),
        ],
      }),
      lines({
        title: "Disagreement with the shadow judge",
        description: "The share of comparisons in which the two are on different sides of their warning thresholds.",
        width: 8,
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [
          query(
            `${rateOf("rag_judge_comparisons_total", `${by}, rag_shadow_judge`, `rag_comparison="disagree"`)} / (${rateOf("rag_judge_comparisons_total", `${by}, rag_shadow_judge`)} > 0)`,
            `${judged} against {{rag_shadow_judge}}`,
          ),
        ],
      }),
      lines({
        title: "Difference from the shadow judge",
        description: "The mean absolute difference of their scores. Scores themselves are never averaged over judges.",
        width: 8,
        unit: "none",
        decimals: 2,
        ...unitRange,
        queries: [
          query(
            `${rateOf("rag_judge_difference_sum", `${by}, rag_shadow_judge`)} / (${rateOf("rag_judge_difference_count", `${by}, rag_shadow_judge`)} > 0)`,
            `${judged} against {{rag_shadow_judge}}`,
          ),
        ],
      }),
      lines({
        title: "Canaries that fail",
        description:
          "The share of interactions with a known answer that a judge misjudges: its model or prompt has changed.",
        width: 8,
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [
          query(
            `${rateOf("rag_judge_canaries_total", by, `rag_canary="failed"`)} / (${rateOf("rag_judge_canaries_total", by)} > 0)`,
            judged,
          ),
        ],
      }),
    ],
  };
}
