import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemo, type ControlRunJson, type DemoJson } from "./support/demo.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { expectedQuantile } from "./support/expected-quantile.ts";
import type { QueriedSample, RunningPrometheus } from "../../scripts/e2e/prometheus.ts";
import { startPrometheus } from "./support/prometheus.ts";
import { requiredProgram } from "./support/required-program.ts";
import type { StartedProgram } from "../../scripts/e2e/start-program.ts";

const command = requiredProgram("prometheus");
/** Longer than the whole test, so that a range holds every sample there is. */
const range = "10m";
/**
 * `rate` and `increase` extrapolate to the edges of their range, but never below zero: counters that began near zero get a
 * slightly smaller factor than others. What is computed from several of them is off by that; differences are exact.
 */
const extrapolationError = 0.03;

describe.skipIf(command === undefined)("real Prometheus over the demo", () => {
  let demo: StartedProgram | undefined;
  let prometheus: RunningPrometheus;
  /** The round before Prometheus came: `increase` does not see the first sample of a series. */
  let before: DemoJson;
  /** The round that Prometheus has to get right: most of its answers are corrupted, so its numbers are others. */
  let round: ControlRunJson;
  /** Seconds since the epoch: between the rounds, and after the second one was scraped. */
  let between: number;
  let after: number;

  beforeAll(async () => {
    demo = startDemo("--serve", "--json", "--latency-pairs", "0");
    const [line] = await demo.waitFor(/^\{.*\}$/m);
    before = JSON.parse(line) as DemoJson;
    prometheus = await startPrometheus(command ?? "", new URL(before.metricsUrl).host);

    await seen(before.requests);
    await scrapes(3);
    between = await seen(before.requests);
    const response = await fetch(new URL("/control/run", before.askUrl), { method: "POST", body: '{"corrupt": 0.7}' });
    if (!response.ok) throw new Error(`The second round failed: ${await response.text()}`);
    round = (await response.json()) as ControlRunJson;
    await seen(before.requests + round.requests);
    await scrapes(2);
    after = await seen(before.requests + round.requests);
  });

  afterAll(async () => {
    await prometheus?.stop();
    await demo?.stop();
  });

  /** Waits until Prometheus knows so many requests, all of them evaluated; returns a time at which it does. */
  async function seen(requests: number): Promise<number> {
    return eventually(`Prometheus sees ${requests} evaluated requests`, async () => {
      const now = Date.now() / 1000;
      const counted = await prometheus.value("sum(rag_requests_total)", now);
      const evaluated = await prometheus.value('sum(rag_evaluations_total{rag_metric="groundedness"})', now);
      return counted === requests && evaluated === requests ? now : undefined;
    });
  }

  /** Waits for so many further scrapes. */
  async function scrapes(count: number): Promise<void> {
    const target = Date.now() / 1000 + count;
    await eventually("further scrapes", async () =>
      ((await prometheus.value('timestamp(up{job="demo"})')) ?? 0) > target ? true : undefined,
    );
  }

  function scoresOf(metric: string, intentClass?: string): number[] {
    return round.rows
      .filter((row) => intentClass === undefined || row.intentClass === intentClass)
      .flatMap(({ outcomes }) => (typeof outcomes[metric] === "number" ? [outcomes[metric]] : []));
  }

  async function boundsOf(metric: string): Promise<number[]> {
    const samples = await prometheus.query(`group by (le) (rag_${metric}_bucket)`, after);
    return samples.map(({ labels }) => Number(labels["le"]?.replace("+Inf", "Infinity")));
  }

  const byLabel = (samples: readonly QueriedSample[], label: string): Record<string, number> =>
    Object.fromEntries(samples.map(({ labels, value }) => [labels[label] ?? "", value]));

  it("two rounds differ, so that a mix of them would not pass for the second one", () => {
    expect(round.meanScores["groundedness"]).toBeLessThan((before.meanScores["groundedness"] ?? 0) - 0.1);
    expect(round.conservation.violations).toEqual([]);
  });

  it("was scraped, and no series was folded into the overflow", async () => {
    // A busy machine may miss the timeout of one second now and then.
    expect(await prometheus.value(`avg_over_time(up{job="demo"}[${range}])`, after)).toBeGreaterThan(0.5);
    expect(await prometheus.query('{otel_metric_overflow="true"}', after)).toEqual([]);
  });

  it.each([
    ["context_relevance", "contextRelevance"],
    ["groundedness", "groundedness"],
    ["answer_relevance", "answerRelevance"],
  ])("means of %s by intent class are the demo's own", async (metric, key) => {
    const mean = `sum by (rag_intent_class) (increase(rag_${metric}_sum[${range}])) / (sum by (rag_intent_class) (increase(rag_${metric}_count[${range}])) > 0)`;
    const means = byLabel(await prometheus.query(mean, after), "rag_intent_class");
    const expected = Object.entries(round.meanScoresByIntent).flatMap(([intent, { [key]: value }]) =>
      typeof value === "number" ? [[intent, value] as const] : [],
    );
    expect(Object.keys(means).toSorted()).toEqual(expected.map(([intent]) => intent).toSorted());
    // The demo rounds its means to four decimals.
    for (const [intent, value] of expected) expect(means[intent]).toBeCloseTo(value, 3);
    expect(
      await prometheus.value(
        `sum(rate(rag_${metric}_sum[${range}])) / sum(rate(rag_${metric}_count[${range}]))`,
        after,
      ),
    ).toBeCloseTo(round.meanScores[key] ?? Number.NaN, 3);
  });

  it.each(["context_relevance", "groundedness", "answer_relevance"])(
    "histogram_quantile over %s is what the scores say",
    async (metric) => {
      const bounds = await boundsOf(metric);
      expect(bounds.length).toBeGreaterThan(10);
      for (const q of [0.1, 0.25, 0.5, 0.9]) {
        const expected = expectedQuantile(q, scoresOf(metric), bounds);
        const difference = `sum by (le) (rag_${metric}_bucket) - sum by (le) (rag_${metric}_bucket @ ${between})`;
        expect(await prometheus.value(`histogram_quantile(${q}, ${difference})`, after)).toBeCloseTo(expected, 6);
        const quantile = await prometheus.value(
          `histogram_quantile(${q}, sum by (le) (rate(rag_${metric}_bucket[${range}])))`,
          after,
        );
        expect(quantile).toBeGreaterThanOrEqual(expectedQuantile(q - extrapolationError, scoresOf(metric), bounds));
        expect(quantile).toBeLessThanOrEqual(expectedQuantile(q + extrapolationError, scoresOf(metric), bounds));
      }
    },
  );

  it("histogram_quantile by intent class too", async () => {
    const bounds = await boundsOf("groundedness");
    const medians = byLabel(
      await prometheus.query(
        `histogram_quantile(0.5, sum by (le, rag_intent_class) (rag_groundedness_bucket) - sum by (le, rag_intent_class) (rag_groundedness_bucket @ ${between}))`,
        after,
      ),
      "rag_intent_class",
    );
    for (const intent of ["faq", "chinese", "how_to", "ambiguous"]) {
      expect(medians[intent]).toBeCloseTo(expectedQuantile(0.5, scoresOf("groundedness", intent), bounds), 6);
    }
  });

  it("the share below a bucket bound is the share of such scores", async () => {
    const share = `sum(increase(rag_groundedness_bucket{le="0.6999"}[${range}])) / sum(increase(rag_groundedness_count[${range}]))`;
    const scores = scoresOf("groundedness");
    const below = scores.filter((score) => score < 0.7).length;
    expect(Math.abs(((await prometheus.value(share, after)) ?? Number.NaN) - below / scores.length)).toBeLessThan(
      extrapolationError,
    );
    const exact = `sum(rag_groundedness_bucket{le="0.6999"}) - sum(rag_groundedness_bucket{le="0.6999"} @ ${between})`;
    expect(await prometheus.value(exact, after)).toBe(below);
  });

  it("increase and rate see every request, extrapolation aside", async () => {
    const increase = (await prometheus.value(`sum(increase(rag_requests_total[${range}]))`, after)) ?? Number.NaN;
    expect(increase).toBeGreaterThanOrEqual(round.requests);
    expect(increase).toBeLessThan(1.6 * round.requests);
    const rate = (await prometheus.value(`sum(rate(rag_requests_total[${range}]))`, after)) ?? Number.NaN;
    expect(rate * 600).toBeCloseTo(increase, 6);
    const exact = await prometheus.value(`sum(rag_requests_total) - sum(rag_requests_total @ ${between})`, after);
    expect(exact).toBe(round.requests);
  });

  it("evaluations by metric and outcome are the demo's own", async () => {
    const difference = `sum by (rag_metric, rag_outcome) (rag_evaluations_total) - sum by (rag_metric, rag_outcome) (rag_evaluations_total @ ${between})`;
    const counts: Record<string, Record<string, number>> = {};
    for (const { labels, value } of await prometheus.query(difference, after)) {
      if (value !== 0) (counts[labels["rag_metric"] ?? ""] ??= {})[labels["rag_outcome"] ?? ""] = value;
    }
    expect(counts).toEqual(round.evaluations);
  });

  it("conservation holds at every scrape that Prometheus has stored", async () => {
    const law = `sum by (rag_metric) (rag_evaluations_total) + sum by (rag_metric) (rag_evaluation_pending) - on () group_left () sum(rag_requests_total)`;
    // A subquery evaluates the law at every second of the test.
    const worst = await prometheus.query(`max_over_time(abs(${law})[${range}:1s])`, after);
    expect(worst).toHaveLength(3);
    for (const { value } of worst) expect(value).toBe(0);
  });
});
