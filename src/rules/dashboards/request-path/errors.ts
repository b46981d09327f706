import type { RuleContext } from "../../context.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { lines, query, unitRange } from "../panels.ts";
import { rate, shareOf } from "./quantile.ts";

/** What fails, by outcome and by error. */
export function errorsRow(context: RuleContext): DashboardRow {
  const outcomes = ["error", "abandoned"];
  return {
    title: "Errors",
    panels: [
      lines({
        title: "Requests that failed or were abandoned",
        description: "The share of requests whose work failed, and of those whose answer was not read to its end.",
        unit: "percentunit",
        decimals: 1,
        ...unitRange,
        traces: { show: "errors", level: "pipeline" },
        queries: outcomes.map((outcome) =>
          query(
            shareOf(
              context,
              "rag_requests_total",
              "pipeline",
              [`rag_request_outcome="${outcome}"`],
              "rag_requests_total",
            ),
            `${outcome}: ${legend(context, "pipeline")}`,
          ),
        ),
      }),
      lines({
        title: "Failed requests by error",
        description: "Failed requests per second, by error.type.",
        unit: "reqps",
        min: 0,
        stacked: true,
        queries: [
          query(
            rate(context, "rag_request_duration_count", "pipeline", {
              matchers: [`error_type!=""`],
              labels: ["error_type"],
            }),
            `{{error_type}}: ${legend(context, "pipeline")}`,
          ),
        ],
      }),
    ],
  };
}
