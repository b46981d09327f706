import type { RuleContext } from "../../context.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { heatmap, lines, query } from "../panels.ts";
import { selected } from "../selectors.ts";
import { quantile } from "./quantile.ts";

const quantiles = [0.5, 0.95, 0.99];

/** What users wait for: the whole answer, and its first part. */
export function answersRow(context: RuleContext): DashboardRow {
  const quantilesOf = (histogram: string) =>
    quantiles.map((of) =>
      query(quantile(context, of, histogram, "pipeline"), `p${of * 100}: ${legend(context, "pipeline")}`),
    );
  return {
    title: "Latency",
    panels: [
      lines({
        title: "Duration",
        description: "From the request's start to its complete answer.",
        unit: "s",
        min: 0,
        traces: { show: "requests", level: "pipeline" },
        queries: quantilesOf("rag_request_duration"),
      }),
      heatmap({
        title: "Duration: distribution",
        description: "How many requests took how long.",
        unit: "short",
        queries: [
          query(
            `sum by (le) (increase(rag_request_duration_bucket${selected(context, "slice")}[$__rate_interval]))`,
            "{{le}}",
          ),
        ],
      }),
      lines({
        title: "Duration by intent class, p95",
        description: "From the request's start to its complete answer; 19 of 20 are faster.",
        unit: "s",
        min: 0,
        queries: [query(quantile(context, 0.95, "rag_request_duration", "intent"), legend(context, "intent"))],
      }),
      lines({
        title: "Time to first part",
        description: "From a generation's start to the first part of its answer: what a reader of a stream waits for.",
        unit: "s",
        min: 0,
        queries: quantilesOf("rag_generation_time_to_first_part"),
      }),
    ],
  };
}
