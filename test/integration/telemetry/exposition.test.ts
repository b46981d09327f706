import { expect, test } from "vitest";
import { errorTypeLimit } from "../../../src/telemetry/error-types.ts";
import { aSlice, completed, createTestTelemetry, evaluated, pending, resolved } from "./events.ts";
import { createMetricsRig, select, sum } from "./metrics-rig.ts";

const slice = 'rag_pipeline="support",rag_intent_class="billing",rag_model_version="m1"';
const scope = 'otel_scope_name="rag-triad",otel_scope_version="0.1.0"';

test("the exposition has the names, labels and bounds of the contract", async () => {
  const rig = createMetricsRig();
  const { telemetry, warnings } = createTestTelemetry({ meterProvider: rig.provider });
  telemetry.observe(
    completed("1", {
      retrievals: [
        { durationSeconds: 0.02, chunkCount: 3 },
        { durationSeconds: 0.03, chunkCount: 0, errorType: "TypeError" },
      ],
      generations: [{ timeToFirstPartSeconds: 0.1 }],
    }),
  );
  telemetry.observe(pending("1", "groundedness"));
  telemetry.observe(
    resolved("1", "groundedness", {
      wasPending: true,
      lagSeconds: 0.05,
      result: {
        outcome: { score: 0.6499 },
        judge: "embedded/1",
        judgeSeconds: 0.002,
        usage: { inputTokens: 10, outputTokens: 2, cost: 0.5 },
        detail: { claims: [{ text: "t", verdict: "unsupported", score: 0.2, flags: [] }] },
      },
    }),
  );
  telemetry.observe(
    resolved("1", "context_relevance", { result: { outcome: { reason: "no_context" }, judge: "embedded/1" } }),
  );
  telemetry.observe(evaluated("1", { diagnosis: "generation" }));
  const text = await rig.text();
  const lines = text.split("\n").map((line) => line.replace(`,${scope}`, "").replace(scope, ""));
  expect(text).toContain(scope);
  expect(lines).toEqual(
    expect.arrayContaining([
      "# TYPE rag_groundedness histogram",
      `rag_groundedness_count{${slice},rag_judge="embedded/1"} 1`,
      `rag_groundedness_bucket{${slice},rag_judge="embedded/1",le="0.5999"} 0`,
      `rag_groundedness_bucket{${slice},rag_judge="embedded/1",le="0.6499"} 1`,
      `rag_requests_total{${slice},rag_request_outcome="ok"} 1`,
      `rag_requests_total{${slice},rag_request_outcome="error"} 0`,
      `rag_evaluations_total{${slice},rag_metric="groundedness",rag_outcome="scored"} 1`,
      `rag_evaluations_total{${slice},rag_metric="groundedness",rag_outcome="queue_full"} 0`,
      `rag_evaluations_total{${slice},rag_metric="context_relevance",rag_outcome="no_context"} 1`,
      `rag_violations_total{${slice},rag_metric="groundedness",rag_judge="embedded/1",rag_severity="page"} 1`,
      `rag_violations_total{${slice},rag_metric="groundedness",rag_judge="embedded/1",rag_severity="warning"} 1`,
      `rag_retrieval_empty_total{${slice}} 0`,
      `rag_refusals_total{${slice}} 0`,
      `rag_claims_total{${slice},rag_claim_verdict="unsupported"} 1`,
      `rag_diagnoses_total{${slice},rag_diagnosis="generation"} 1`,
      `rag_evaluation_pending{rag_pipeline="support",rag_metric="groundedness"} 0`,
      `gen_ai_retrieval_duration_count{${slice}} 1`,
      `gen_ai_retrieval_duration_count{${slice},error_type="TypeError"} 1`,
      `rag_request_duration_count{${slice}} 1`,
      `rag_generation_time_to_first_part_count{${slice}} 1`,
      `rag_evaluation_lag_count{${slice}} 1`,
      'rag_judge_duration_count{rag_pipeline="support",rag_metric="groundedness",rag_judge="embedded/1"} 1',
      'rag_judge_tokens_total{rag_pipeline="support",rag_metric="groundedness",rag_judge="embedded/1",gen_ai_token_type="input"} 10',
      'rag_judge_cost_total{rag_pipeline="support",rag_metric="groundedness",rag_judge="embedded/1"} 0.5',
      'rag_threshold{rag_pipeline="support",rag_intent_class="default",rag_metric="groundedness",rag_judge="embedded/1",rag_severity="page"} 0.7',
      'rag_build{rag_version="0.1.0",rag_api_line="1.10"} 1',
    ]),
  );
  expect(lines.filter((line) => /le="-?\d+"/.test(line))).toEqual([]);
  expect(warnings).toEqual([]);
});

test("a score equal to a threshold is no violation, one below page counts under both severities", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  for (const [index, score] of [0.8, 0.7999, 0.7, 0.6999].entries()) {
    telemetry.observe(completed(`${index}`));
    telemetry.observe(resolved(`${index}`, "groundedness", { result: { outcome: { score }, judge: "embedded/1" } }));
  }
  const samples = await rig.samples();
  expect(sum(samples, "rag_violations_total", { rag_severity: "warning" })).toBe(3);
  expect(sum(samples, "rag_violations_total", { rag_severity: "page" })).toBe(1);
});

test("criteria have a histogram of their own, made on demand", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  telemetry.observe(completed("1"));
  telemetry.observe(resolved("1", "criteria.tone", { result: { outcome: { score: 0.5 }, judge: "llm/1" } }));
  expect(await rig.text()).toContain(`rag_criteria_tone_bucket{${slice},rag_judge="llm/1",${scope},le="0.4999"} 0`);
  expect(sum(await rig.samples(), "rag_criteria_tone_count")).toBe(1);
});

test("comparisons and canaries have the pipeline as their only slice label", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  const both = { pipeline: "support", metric: "groundedness", judge: "embedded/1" };
  telemetry.observe({ type: "compared", ...both, shadowJudge: "llm/2", difference: -0.25, agree: false });
  telemetry.observe({
    type: "canary",
    pipeline: "support",
    metric: "groundedness",
    result: { outcome: { score: 0.9 }, judge: "embedded/1" },
    passed: true,
  });
  const samples = await rig.samples();
  const labels = { rag_pipeline: "support", rag_metric: "groundedness", rag_judge: "embedded/1" };
  expect(select(samples, "rag_judge_difference_sum")[0]).toMatchObject({
    value: 0.25,
    labels: { ...labels, rag_shadow_judge: "llm/2" },
  });
  // Both from the first comparison on: `increase` does not see a series' first sample, and a share of none is no number.
  expect(
    select(samples, "rag_judge_comparisons_total").map(({ value, labels: { rag_comparison } }) => [
      rag_comparison,
      value,
    ]),
  ).toEqual([
    ["agree", 0],
    ["disagree", 1],
  ]);
  expect(select(samples, "rag_judge_canaries_total")[0]).toMatchObject({
    value: 1,
    labels: { ...labels, rag_canary: "passed" },
  });
  expect(select(samples, "rag_judge_canaries_total")[0]?.labels).not.toHaveProperty("rag_intent_class");
});

test("a retriever outside any request is a duration only", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  telemetry.observe({ type: "loose_retrieval", slice: aSlice, retrieval: { durationSeconds: 0.1, chunkCount: 0 } });
  const samples = await rig.samples();
  expect(sum(samples, "gen_ai_retrieval_duration_count")).toBe(1);
  expect(select(samples, "rag_requests_total")).toEqual([]);
});

test("values that are not finite are never recorded and warn once; such a score counts as judge_invalid_output", async () => {
  const rig = createMetricsRig();
  const { telemetry, warnings } = createTestTelemetry({ meterProvider: rig.provider });
  for (const [index, bad] of [Number.NaN, Number.POSITIVE_INFINITY, -1].entries()) {
    telemetry.observe(completed(`${index}`, { durationSeconds: bad }));
    telemetry.observe(pending(`${index}`, "groundedness"));
    const result = {
      outcome: { score: bad },
      judge: "embedded/1",
      judgeSeconds: bad,
      usage: { cost: bad, inputTokens: bad },
    };
    telemetry.observe(resolved(`${index}`, "groundedness", { wasPending: true, result, lagSeconds: bad }));
  }
  const samples = await rig.samples();
  expect(sum(samples, "rag_evaluations_total", { rag_outcome: "judge_invalid_output" })).toBe(3);
  expect(select(samples, "rag_groundedness_count")).toEqual([]);
  expect(select(samples, "rag_request_duration_count")).toEqual([]);
  expect(samples.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(["value_not_finite"]));
  expect(new Set(warnings.map(({ message }) => message)).size).toBe(warnings.length);
});

test("thresholds in force are exported for each judge, with intent classes that override them", async () => {
  const rig = createMetricsRig();
  const judges = ["embedded/1", "llm/1"].map((judge) => ({
    metric: "groundedness",
    judge,
    thresholds: { warning: 0.8, page: 0.7 },
  }));
  const { telemetry } = createTestTelemetry({
    meterProvider: rig.provider,
    judges,
    overrides: [
      { metric: "groundedness", judge: "llm/1", warning: 0.9, page: 0.85 },
      { metric: "groundedness", intentClass: "chat", warning: 0.5, page: 0.4 },
      { metric: "context_relevance", warning: 0.1, page: 0.05 },
    ],
  });
  telemetry.observe(completed("1"));
  const page = (judge: string, intent: string, samples: Awaited<ReturnType<typeof rig.samples>>) =>
    select(samples, "rag_threshold", { rag_judge: judge, rag_intent_class: intent, rag_severity: "page" }).map(
      ({ value }) => value,
    );
  const samples = await rig.samples();
  expect(page("embedded/1", "default", samples)).toEqual([0.7]);
  expect(page("llm/1", "default", samples)).toEqual([0.85]);
  expect(page("embedded/1", "chat", samples)).toEqual([0.4]);
  expect(page("llm/1", "chat", samples)).toEqual([0.85]);
  expect(select(samples, "rag_threshold")[0]?.labels).not.toHaveProperty("rag_model_version");
});

test("a closed triad's thresholds are observed no more", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  telemetry.observe(completed("1"));
  telemetry.close();
  expect(select(await rig.samples(), "rag_threshold")).toEqual([]);
});

test("error types are bounded, whatever codes the user's errors carry", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  for (let index = 0; index < 500; index++)
    telemetry.observe(completed(`${index}`, { outcome: "error", errorType: `E_${index}` }));
  const samples = await rig.samples();
  expect(select(samples, "rag_request_duration_count")).toHaveLength(errorTypeLimit + 1);
  expect(sum(samples, "rag_request_duration_count", { error_type: "_OTHER" })).toBe(500 - errorTypeLimit);
});
