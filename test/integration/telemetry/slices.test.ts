import { describe, expect, test } from "vitest";
import { unscoredReasons } from "../../../src/core/outcome.ts";
import type { Slice } from "../../../src/core/slice.ts";
import { allJudges, completed, createTestTelemetry, resolved } from "./events.ts";
import { createMetricsRig, select, sum, type Sample } from "./metrics-rig.ts";

const outcomes = unscoredReasons.length + 1;
const sliceOf = (index: number, pipeline = "support"): Slice => ({
  pipeline,
  intentClass: `i${index}`,
  modelVersion: `m${index % 7}`,
});

function slicesIn(samples: readonly Sample[], name: string): ReadonlySet<string> {
  return new Set(
    select(samples, name).map(
      ({ labels }) => `${labels["rag_pipeline"]} ${labels["rag_intent_class"]} ${labels["rag_model_version"]}`,
    ),
  );
}

describe("the slice limit", () => {
  test("2500 slices keep their labels: as many as fit, the rest under other, nothing in the SDK's overflow", async () => {
    const rig = createMetricsRig();
    const { telemetry, warnings } = createTestTelemetry({ meterProvider: rig.provider });
    for (let index = 0; index < 2_500; index++) {
      const slice = sliceOf(index);
      telemetry.observe(completed(`${index}`, { slice }));
      // Every outcome there is, for every metric of every slice that gets labels: the worst case the limit is made for.
      for (const { metric } of index < 50 ? allJudges : []) {
        for (const reason of unscoredReasons) {
          telemetry.observe(
            resolved(`${index}`, metric, { slice, result: { outcome: { reason }, judge: "embedded/1" } }),
          );
        }
        telemetry.observe(resolved(`${index}`, metric, { slice }));
      }
    }
    const samples = await rig.samples();
    expect(samples.filter(({ labels }) => "otel_metric_overflow" in labels)).toEqual([]);
    expect(slicesIn(samples, "rag_requests_total").size).toBe(Math.floor(1999 / (3 * outcomes)));
    expect(sum(samples, "rag_requests_total")).toBe(2_500);
    expect(sum(samples, "rag_requests_total", { rag_intent_class: "other", rag_model_version: "other" })).toBe(
      2_500 - Math.floor(1999 / (3 * outcomes)) + 1,
    );
    expect(warnings.map(({ code }) => code)).toEqual(["slice_limit_reached"]);
  });

  test("two triads of one pipeline with different metrics keep their labels too", async () => {
    const rig = createMetricsRig();
    const few = createTestTelemetry({ meterProvider: rig.provider, judges: allJudges.slice(0, 1) });
    const all = createTestTelemetry({ meterProvider: rig.provider });
    for (const { telemetry, judges } of [
      { ...few, judges: allJudges.slice(0, 1) },
      { ...all, judges: allJudges },
    ]) {
      for (let index = 0; index < 100; index++) {
        const slice = sliceOf(index);
        telemetry.observe(completed(`${index}`, { slice }));
        for (const { metric } of judges) {
          for (const reason of unscoredReasons) {
            telemetry.observe(
              resolved(`${index}`, metric, { slice, result: { outcome: { reason }, judge: "embedded/1" } }),
            );
          }
          telemetry.observe(resolved(`${index}`, metric, { slice }));
        }
      }
    }
    const samples = await rig.samples();
    expect(samples.filter(({ labels }) => "otel_metric_overflow" in labels)).toEqual([]);
    expect(slicesIn(samples, "rag_requests_total").size).toBe(Math.floor(1999 / (3 * outcomes)));
  });

  test("the same slice is always recorded under the same labels", async () => {
    const rig = createMetricsRig();
    const { telemetry } = createTestTelemetry({ meterProvider: rig.provider, maxSlices: 3 });
    for (const round of [1, 2, 3]) {
      for (let index = 0; index < 6; index++)
        telemetry.observe(completed(`${round}-${index}`, { slice: sliceOf(index) }));
    }
    const samples = await rig.samples();
    expect(sum(samples, "rag_requests_total", { rag_intent_class: "i0" })).toBe(3);
    expect(sum(samples, "rag_requests_total", { rag_intent_class: "i1" })).toBe(3);
    expect(sum(samples, "rag_requests_total", { rag_intent_class: "other" })).toBe(12);
  });

  test("a slice that was turned away stays turned away, also when there is room again", async () => {
    const rig = createMetricsRig();
    const { telemetry } = createTestTelemetry({ meterProvider: rig.provider, maxSlices: 3 });
    const other = createTestTelemetry({ meterProvider: rig.provider, pipeline: "search" }).telemetry;
    for (const index of [0, 1]) telemetry.observe(completed(`${index}`, { slice: sliceOf(index) }));
    other.close();
    telemetry.observe(completed("2", { slice: sliceOf(1) }));
    const samples = await rig.samples();
    expect(sum(samples, "rag_requests_total", { rag_intent_class: "i0" })).toBe(1);
    expect(sum(samples, "rag_requests_total", { rag_intent_class: "other" })).toBe(2);
  });

  test("maxSlices overrides the derived limit in both directions", async () => {
    for (const maxSlices of [2, 100]) {
      const rig = createMetricsRig();
      const { telemetry } = createTestTelemetry({ meterProvider: rig.provider, maxSlices });
      for (let index = 0; index < 150; index++) telemetry.observe(completed(`${index}`, { slice: sliceOf(index) }));
      expect(slicesIn(await rig.samples(), "rag_requests_total").size).toBe(maxSlices);
    }
  });

  test("two triads on one provider share the limit, and each keeps a slice for its other", async () => {
    const rig = createMetricsRig();
    const first = createTestTelemetry({ meterProvider: rig.provider }).telemetry;
    const second = createTestTelemetry({ meterProvider: rig.provider, pipeline: "search" }).telemetry;
    for (let index = 0; index < 100; index++) first.observe(completed(`a${index}`, { slice: sliceOf(index) }));
    for (let index = 0; index < 100; index++)
      second.observe(completed(`b${index}`, { slice: sliceOf(index, "search") }));
    const samples = await rig.samples();
    expect(slicesIn(samples, "rag_requests_total").size).toBe(Math.floor(1999 / (3 * outcomes)));
    expect(sum(samples, "rag_requests_total", { rag_pipeline: "support" })).toBe(100);
    expect(sum(samples, "rag_requests_total", { rag_pipeline: "search", rag_intent_class: "other" })).toBe(100);
  });
});

test("a slice's counters start at 0 when it is first seen", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  telemetry.observe(completed("1"));
  const samples = await rig.samples();
  const zeros = (name: string): number => select(samples, name).filter(({ value }) => value === 0).length;
  expect(zeros("rag_requests_total")).toBe(2);
  expect(zeros("rag_evaluations_total")).toBe(3 * 5);
  expect(zeros("rag_violations_total")).toBe(3 * 2);
  expect(zeros("rag_retrieval_empty_total")).toBe(1);
  expect(zeros("rag_refusals_total")).toBe(1);
  expect(zeros("rag_evaluation_pending")).toBe(3);
});
