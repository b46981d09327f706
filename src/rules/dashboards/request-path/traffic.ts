import type { RuleContext } from "../../context.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { colours, lines, number, query } from "../panels.ts";
import { quantile, rate, shareOf } from "./quantile.ts";

const neutral = [{ from: null, colour: colours.neutral }];

/** What holds now, and who asks how much. */
export function trafficRow(context: RuleContext): DashboardRow {
  const share = (outcome: string): string =>
    shareOf(context, "rag_requests_total", "pipeline", [`rag_request_outcome="${outcome}"`], "rag_requests_total");
  return {
    title: "Now",
    panels: [
      number({
        title: "Requests",
        description: "Completed requests per second.",
        unit: "reqps",
        noValue: "no traffic",
        steps: neutral,
        queries: [query(rate(context, "rag_requests_total", "pipeline"), legend(context, "pipeline"))],
      }),
      number({
        title: "Errors",
        description: "The share of requests whose work failed.",
        unit: "percentunit",
        decimals: 1,
        noValue: "no traffic",
        steps: [
          { from: null, colour: colours.good },
          { from: 0.01, colour: colours.warning },
          { from: 0.05, colour: colours.page },
        ],
        queries: [query(share("error"), legend(context, "pipeline"))],
      }),
      number({
        title: "Abandoned",
        description: "The share of requests whose answer the caller did not read to its end.",
        unit: "percentunit",
        decimals: 1,
        noValue: "no traffic",
        steps: neutral,
        queries: [query(share("abandoned"), legend(context, "pipeline"))],
      }),
      number({
        title: "Duration, p95",
        description: "From the request's start to its complete answer; 19 of 20 are faster.",
        unit: "s",
        noValue: "no traffic",
        steps: neutral,
        queries: [query(quantile(context, 0.95, "rag_request_duration", "pipeline"), legend(context, "pipeline"))],
      }),
      number({
        title: "First part, p95",
        description: "From a generation's start to its first part; 19 of 20 are faster.",
        unit: "s",
        noValue: "no traffic",
        steps: neutral,
        queries: [
          query(quantile(context, 0.95, "rag_generation_time_to_first_part", "pipeline"), legend(context, "pipeline")),
        ],
      }),
      number({
        title: "Retrieval, p95",
        description: "Duration of retriever calls; 19 of 20 are faster.",
        unit: "s",
        noValue: "no traffic",
        steps: neutral,
        queries: [query(quantile(context, 0.95, "gen_ai_retrieval_duration", "pipeline"), legend(context, "pipeline"))],
      }),
      lines({
        title: "Requests by intent class",
        description:
          "Completed requests per second. The intent class `other` means that there are more slices than the metrics may have.",
        unit: "reqps",
        min: 0,
        stacked: true,
        queries: [query(rate(context, "rag_requests_total", "intent"), legend(context, "intent"))],
      }),
      lines({
        title: "Requests by model version",
        description: "Completed requests per second: how far a deployment is.",
        unit: "reqps",
        min: 0,
        stacked: true,
        queries: [
          query(
            rate(context, "rag_requests_total", "pipeline", { labels: ["rag_model_version"] }),
            `${legend(context, "pipeline")} {{rag_model_version}}`,
          ),
        ],
      }),
    ],
  };
}
