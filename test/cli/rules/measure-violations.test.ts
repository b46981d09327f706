import { expect, test } from "vitest";
import { measureViolations } from "../../../src/cli/rules/measure-violations.ts";
import { contextOf } from "../../unit/rules/contexts.ts";

const prometheus = new URL("http://prometheus:9090/");

test("services in two environments are measured apart where rules keep that label", async () => {
  const { settings } = contextOf({ alerting: { labels: ["env"], longWindow: "7d" } });
  const counts = { staging: [1000, 500, 600], production: [9000, 90, 600_000] } as const;
  const asked: string[] = [];
  const shares = await measureViolations(prometheus, settings, async (url) => {
    const query = url.searchParams.get("query") ?? "";
    asked.push(query);
    const index = query.startsWith("time()") ? 2 : query.includes("rag_violations_total") ? 1 : 0;
    const result = Object.entries(counts).map(([env, count]) => ({
      metric: { job: "rag", env, rag_pipeline: "support", rag_metric: "groundedness" },
      value: [0, String(count[index])],
    }));
    return { ok: true, status: 200, json: async () => ({ data: { result } }) };
  });
  expect(asked).toEqual([
    'sum by (job, env, rag_pipeline, rag_metric) (increase(rag_evaluations_total{rag_outcome="scored"}[7d]))',
    'sum by (job, env, rag_pipeline, rag_metric) (increase(rag_violations_total{rag_severity="warning"}[7d]))',
    'time() - min by (job, env, rag_pipeline, rag_metric) (min_over_time(timestamp(rag_evaluations_total{rag_outcome="scored"})[7d:300s]))',
  ]);
  const of = (env: string) => ({ job: "rag", env, rag_pipeline: "support" });
  expect(shares).toEqual([
    { metric: "groundedness", service: of("staging"), scored: 1000, violations: 500, ageSeconds: 600 },
    { metric: "groundedness", service: of("production"), scored: 9000, violations: 90, ageSeconds: 600_000 },
  ]);
});
