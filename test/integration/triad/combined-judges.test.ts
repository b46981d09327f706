import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  canaries,
  createRagTriad,
  embeddedJudges,
  fallback,
  JudgeFailure,
  shadow,
  split,
  type Judge,
  type JudgeSet,
  type RagTriadOptions,
} from "../../../src/index.ts";
import { answeringJudge, setOf } from "../../helpers/answering-judge.ts";
import { createMetricsRig, select, sum } from "../telemetry/metrics-rig.ts";

const query = "How long is the warranty of the pump?";
const passage = "The warranty of the pump is three years from the date of purchase.";
const metrics = ["context_relevance", "groundedness", "answer_relevance"] as const;

/** One judge for each metric of the triad. */
function triadOf(make: (metric: string) => Judge): JudgeSet {
  return setOf(...metrics.map(make));
}

/** Serves requests on a triad with real worker threads and a real SDK's metrics. */
async function serve(judges: JudgeSet, count: number, options: Partial<RagTriadOptions> = {}) {
  const rig = createMetricsRig();
  const triad = createRagTriad({ pipeline: "support", judges, meterProvider: rig.provider, ...options });
  const warnings: string[] = [];
  triad.on("warning", ({ code }) => void warnings.push(code));
  const retrieve = triad.wrapRetriever(async (_query: string) => [{ id: "a", text: passage }]);
  const generate = triad.wrapGenerator(async (_query: string, chunks: { text: string }[]) => chunks[0]?.text ?? "");
  for (let request = 0; request < count; request++)
    await triad.run({ query }, async () => generate(query, await retrieve(query)));
  return { triad, rig, warnings };
}

test("members on worker threads and on this one: every call is in the metrics once, under its own judge", async () => {
  const dear = triadOf((metric) =>
    answeringJudge(
      "dear",
      (_, { note }) => {
        note({ usage: { inputTokens: 100, outputTokens: 10, cost: 0.001 }, findings: { missing_claim: 1 } });
        return new JudgeFailure("rate_limited", "x", { code: "http_429" });
      },
      { metric },
    ),
  );
  const second = triadOf((metric) => answeringJudge("second", 0.1, { metric }));
  const judges = shadow({ primary: fallback(dear, embeddedJudges()), shadow: second, ratio: 1 });
  const { triad, rig, warnings } = await serve(judges, 20);
  expect((await triad.shutdown({ timeoutMs: 30_000 })).done).toBe(true);
  const samples = await rig.samples();
  expect(warnings).toEqual(["judge_failed", "judge_failed", "judge_failed"]);
  for (const metric of metrics) {
    const of = { rag_metric: metric, rag_pipeline: "support" };
    expect(sum(samples, "rag_evaluations_total", { rag_metric: metric, rag_outcome: "scored" })).toBe(20);
    expect(sum(samples, `rag_${metric}_count`, { rag_judge: "embedded/1" })).toBe(20);
    expect(sum(samples, `rag_${metric}_count`)).toBe(20);
    for (const judge of ["dear/1", "embedded/1", "second/1"])
      expect(sum(samples, "rag_judge_duration_count", { ...of, rag_judge: judge }), judge).toBe(20);
    expect(sum(samples, "rag_judge_duration_count", of)).toBe(60);
    expect(sum(samples, "rag_judge_duration_count", { ...of, error_type: "http_429" })).toBe(20);
    expect(sum(samples, "rag_judge_tokens_total", { ...of, gen_ai_token_type: "input" })).toBe(2_000);
    expect(sum(samples, "rag_judge_cost_total", { ...of, rag_judge: "dear/1" })).toBeCloseTo(0.02, 9);
    expect(sum(samples, "rag_judge_findings_total", { ...of, rag_finding: "missing_claim" })).toBe(20);
    const compared = { ...of, rag_judge: "embedded/1", rag_shadow_judge: "second/1" };
    expect(sum(samples, "rag_judge_difference_count", compared)).toBe(20);
    expect(sum(samples, "rag_judge_comparisons_total", { ...compared, rag_comparison: "disagree" })).toBe(20);
    expect(sum(samples, "rag_judge_comparisons_total")).toBe(60);
  }
  expect(sum(samples, "rag_evaluation_pending")).toBe(0);
  expect(samples.filter(({ labels }) => labels["rag_judge"]?.startsWith("shadow/"))).toSatisfy(
    (found: typeof samples) => found.every(({ name, value }) => value === 0 || name === "rag_threshold"),
  );
});

test("canaries go through worker threads, and into their own counter alone", async () => {
  const judges = split({ a: embeddedJudges(), b: embeddedJudges(), ratio: 0.5 });
  const { triad, rig, warnings } = await serve(judges, 1, { canaries: canaries({ everyMs: 1_000 }) });
  const passed = async () => sum(await rig.samples(), "rag_judge_canaries_total", { rag_canary: "passed" });
  for (let attempt = 0; attempt < 200 && (await passed()) < 14; attempt++) await sleep(100);
  await triad.shutdown({ timeoutMs: 30_000 });
  const samples = await rig.samples();
  expect(sum(samples, "rag_judge_canaries_total", { rag_canary: "passed" })).toBeGreaterThanOrEqual(14);
  expect(sum(samples, "rag_judge_canaries_total", { rag_canary: "failed", rag_judge: "embedded/1" })).toBe(0);
  expect(select(samples, "rag_judge_canaries_total", { rag_canary: "failed" }).length).toBeGreaterThan(0);
  expect(sum(samples, "rag_requests_total")).toBe(1);
  expect(sum(samples, "rag_evaluations_total")).toBe(3);
  expect(sum(samples, "rag_groundedness_count")).toBe(1);
  expect(warnings).toEqual([]);
});
