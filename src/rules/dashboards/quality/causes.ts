import { trafficLabels, type RuleContext } from "../../context.ts";
import { stepWindow } from "../../recordings/scores.ts";
import { refusalRatioName } from "../../recordings/traffic.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { lines, query, unitRange } from "../panels.ts";
import { selected } from "../selectors.ts";

/** Where low quality comes from: the diagnosis, the claims, and what retrieval and refusals do. */
export function causesRow(context: RuleContext): DashboardRow {
  const { warningWindow } = context.settings;
  const by = trafficLabels(context, "pipeline");
  return {
    title: "Causes",
    panels: [
      lines({
        title: "Diagnoses",
        description:
          "Requests of low quality per second, by the part that it comes from: retrieval first (a bad context makes the rest symptoms), then generation, then the answer. Search traces for rag.diagnosis.",
        unit: "reqps",
        min: 0,
        stacked: true,
        traces: { show: "low quality", level: "pipeline" },
        queries: [
          query(
            `sum by (${by}, rag_diagnosis) (rate(rag_diagnoses_total${selected(context, "slice", `rag_diagnosis!="none"`)}[$__rate_interval]))`,
            `{{rag_diagnosis}}: ${legend(context, "pipeline")}`,
          ),
        ],
      }),
      lines({
        title: "Claims by verdict",
        description: "The share of judged claims that the context supports, contradicts or says nothing about.",
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        stacked: true,
        queries: [
          query(
            `sum by (${by}, rag_claim_verdict) (rate(rag_claims_total${selected(context, "slice")}[$__rate_interval])) / on (${by}) group_left () (sum by (${by}) (rate(rag_claims_total${selected(context, "slice")}[$__rate_interval])) > 0)`,
            `{{rag_claim_verdict}}: ${legend(context, "pipeline")}`,
          ),
        ],
      }),
      lines({
        title: `Empty retrieval, ${stepWindow}`,
        description:
          "The share of requests whose retrieval succeeded and brought nothing. Above alerting.emptyRetrievalShare it pages.",
        width: 8,
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [
          query(
            `intent:rag_retrieval_empty:ratio${stepWindow}${selected(context, "intent")}`,
            legend(context, "intent"),
          ),
        ],
      }),
      lines({
        title: `Retrieval errors, ${stepWindow}`,
        description: "The share of retriever calls that failed. Above alerting.retrievalErrorShare it pages.",
        width: 8,
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [
          query(
            `intent:rag_retrieval_errors:ratio${stepWindow}${selected(context, "intent")}`,
            legend(context, "intent"),
          ),
        ],
      }),
      lines({
        title: `Refusals, ${warningWindow}`,
        description:
          "The share of requests whose whole answer is a refusal. A rise against the week before warns: the index may have lost what users ask for.",
        width: 8,
        unit: "percentunit",
        decimals: 0,
        ...unitRange,
        queries: [query(`${refusalRatioName(warningWindow)}${selected(context, "intent")}`, legend(context, "intent"))],
      }),
    ],
  };
}
