import type { RuleContext } from "../../context.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { lines, query, unitRange } from "../panels.ts";
import { quantile, rate, shareOf } from "./quantile.ts";

/** The retriever: speed, failures, and whether it finds anything. */
export function retrievalRow(context: RuleContext): DashboardRow {
  return {
    title: "Retrieval",
    panels: [
      lines({
        title: "Retrieval duration",
        description: "Duration of retriever calls.",
        unit: "s",
        min: 0,
        queries: [0.5, 0.95, 0.99].map((of) =>
          query(
            quantile(context, of, "gen_ai_retrieval_duration", "pipeline"),
            `p${of * 100}: ${legend(context, "pipeline")}`,
          ),
        ),
      }),
      lines({
        title: "Retrieval duration by intent class, p95",
        description: "Duration of retriever calls; 19 of 20 are faster.",
        unit: "s",
        min: 0,
        queries: [query(quantile(context, 0.95, "gen_ai_retrieval_duration", "intent"), legend(context, "intent"))],
      }),
      lines({
        title: "Retriever errors",
        description: "Retriever calls per second that failed, by error.type.",
        unit: "ops",
        min: 0,
        stacked: true,
        queries: [
          query(
            rate(context, "gen_ai_retrieval_duration_count", "pipeline", {
              matchers: [`error_type!=""`],
              labels: ["error_type"],
            }),
            `{{error_type}}: ${legend(context, "pipeline")}`,
          ),
        ],
      }),
      lines({
        title: "Retrieval that found nothing",
        description: "The share of requests whose retrieval succeeded and brought nothing.",
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [
          query(
            shareOf(context, "rag_retrieval_empty_total", "intent", [], "rag_requests_total"),
            legend(context, "intent"),
          ),
        ],
      }),
    ],
  };
}
