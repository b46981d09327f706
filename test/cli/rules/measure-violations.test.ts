import { expect, test } from "vitest";
import { measureViolations } from "../../../src/cli/rules/measure-violations.ts";
import { contextOf } from "../../unit/rules/contexts.ts";

const prometheus = new URL("http://prometheus:9090/");

test("services in two environments are measured apart where rules keep that label", async () => {
  const { settings } = contextOf({ alerting: { labels: ["env"], longWindow: "7d" } });
  const counts = { staging: [1000, 500], production: [9000, 90] } as const;
  const asked: string[] = [];
  const shares = await measureViolations(prometheus, settings, async (url) => {
    const query = url.searchParams.get("query") ?? "";
    asked.push(query);
    const index = query.includes("rag_violations_total") ? 1 : 0;
    const result = Object.entries(counts).map(([env, count]) => ({
      metric: { job: "rag", env, rag_pipeline: "support", rag_metric: "groundedness" },
      value: [0, String(count[index])],
    }));
    return { ok: true, status: 200, json: async () => ({ data: { result } }) };
  });
  expect(asked).toEqual([
    'sum by (job, env, rag_pipeline, rag_metric) (increase(rag_evaluations_total{rag_outcome="scored"}[7d]))',
    'sum by (job, env, rag_pipeline, rag_metric) (increase(rag_violations_total{rag_severity="warning"}[7d]))',
  ]);
  expect(shares).toEqual([
    { metric: "groundedness", scored: 1000, violations: 500 },
    { metric: "groundedness", scored: 9000, violations: 90 },
  ]);
});
