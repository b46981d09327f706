import fc from "fast-check";
import { expect, test } from "vitest";
import type { TriadEvent } from "../../../src/core/events.ts";
import { unscoredReasons, type Outcome } from "../../../src/core/outcome.ts";
import type { Slice } from "../../../src/core/slice.ts";
import { allJudges, completed, createTestTelemetry, evaluated, pending, resolved } from "./events.ts";
import { createMetricsRig, sum, type Sample } from "./metrics-rig.ts";

const metrics = allJudges.map(({ metric }) => metric);

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map((score) => ({ score })),
  fc.constantFrom(Number.NaN, 7, -1).map((score) => ({ score })),
  fc.constantFrom(...unscoredReasons).map((reason) => ({ reason })),
);

const request = fc.record({
  intentClass: fc.constantFrom("a", "b", "c", "d"),
  outcome: fc.constantFrom("ok" as const, "error" as const, "abandoned" as const),
  metrics: fc.tuple(...metrics.map(() => fc.record({ outcome, waits: fc.boolean() }))),
});

type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** The ticks of one request: completion with each metric's first state, one tick a late result, the end. */
function ticksOf(id: string, { intentClass, outcome: how, metrics: states }: Request): TriadEvent[][] {
  const slice: Slice = { pipeline: "support", intentClass, modelVersion: "m" };
  const result = (index: number) => ({
    outcome: states[index]?.outcome ?? { reason: "judge_error" as const },
    judge: "embedded/1",
  });
  const waiting = metrics.filter((_, index) => states[index]?.waits);
  const first: TriadEvent[] = [
    completed(id, { slice, outcome: how }),
    ...waiting.map((metric) => pending(id, metric, slice)),
  ];
  const late: TriadEvent[][] = [];
  for (const [index, metric] of metrics.entries()) {
    const event = resolved(id, metric, { slice, result: result(index), wasPending: waiting.includes(metric) });
    if (waiting.includes(metric)) late.push([event]);
    else first.push(event);
  }
  return [first, ...late, [evaluated(id, { slice })]];
}

/** Merges the requests' ticks in an order that the numbers decide, each request's own order kept. */
function interleave(requests: readonly Request[], choices: readonly number[]): TriadEvent[][] {
  const open = requests.map((one, index) => ticksOf(`${index}`, one));
  const merged: TriadEvent[][] = [];
  for (let turn = 0; open.some((ticks) => ticks.length > 0); turn++) {
    const left = open.filter((ticks) => ticks.length > 0);
    const tick = left[(choices[turn % choices.length] ?? 0) % left.length]?.shift();
    if (tick !== undefined) merged.push(tick);
  }
  return merged;
}

/** The laws that a scrape breaks, in words; none of them when all is well. */
function brokenLaws(samples: readonly Sample[], { drained }: { readonly drained: boolean }): string[] {
  const broken: string[] = [];
  const law = (holds: boolean, text: string): void => void (holds || broken.push(text));
  law(
    samples.every(({ value }) => Number.isFinite(value)),
    "finite",
  );
  for (const metric of metrics) {
    const waiting = sum(samples, "rag_evaluation_pending", { rag_metric: metric });
    law(waiting >= 0, `${metric}: pending >= 0`);
    law(
      sum(samples, "rag_evaluations_total", { rag_metric: metric }) + waiting === sum(samples, "rag_requests_total"),
      `${metric}: requests = evaluations + pending`,
    );
    for (const intentClass of ["a", "b", "c", "d", "other"]) {
      const slice = { rag_intent_class: intentClass };
      const requests = sum(samples, "rag_requests_total", slice);
      const evaluations = sum(samples, "rag_evaluations_total", { ...slice, rag_metric: metric });
      law(
        drained ? requests === evaluations : requests >= evaluations,
        `${metric} ${intentClass}: requests >= evaluations, equal once drained`,
      );
      const scored = sum(samples, "rag_evaluations_total", { ...slice, rag_metric: metric, rag_outcome: "scored" });
      law(sum(samples, `rag_${metric}_count`, slice) === scored, `${metric} ${intentClass}: histogram count = scored`);
    }
  }
  return broken;
}

const workload = {
  requests: fc.array(request, { minLength: 1, maxLength: 6 }),
  choices: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
};

test("counts are conserved at a scrape between any two ticks, and equal once drained", async () => {
  await fc.assert(
    fc.asyncProperty(
      workload.requests,
      workload.choices,
      fc.option(fc.integer({ min: 1, max: 4 })),
      async (requests, choices, maxSlices) => {
        const rig = createMetricsRig();
        const { telemetry } = createTestTelemetry({ meterProvider: rig.provider, maxSlices: maxSlices ?? undefined });
        for (const tick of interleave(requests, choices)) {
          for (const event of tick) telemetry.observe(event);
          expect(brokenLaws(await rig.samples(), { drained: false })).toEqual([]);
        }
        const samples = await rig.samples();
        expect(brokenLaws(samples, { drained: true })).toEqual([]);
        expect(sum(samples, "rag_requests_total")).toBe(requests.length);
        expect(sum(samples, "rag_diagnoses_total")).toBe(requests.length);
        telemetry.close();
      },
    ),
    { numRuns: 40 },
  );
});

test("a scrape that is under way while requests come and go is conserved too", async () => {
  await fc.assert(
    fc.asyncProperty(workload.requests, workload.choices, async (requests, choices) => {
      const rig = createMetricsRig();
      const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
      const scrapes: Promise<readonly Sample[]>[] = [];
      for (const tick of interleave(requests, choices)) {
        scrapes.push(rig.samples());
        for (const event of tick) telemetry.observe(event);
        await Promise.resolve();
      }
      const seen = await Promise.all(scrapes);
      telemetry.close();
      expect(seen.flatMap((samples) => brokenLaws(samples, { drained: false }))).toEqual([]);
    }),
    { numRuns: 40 },
  );
  expect.hasAssertions();
});

test("the check bites: a request that is counted twice is noticed", async () => {
  const rig = createMetricsRig();
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider });
  for (const id of ["1", "1"])
    telemetry.observe(completed(id, { slice: { pipeline: "support", intentClass: "a", modelVersion: "m" } }));
  expect(brokenLaws(await rig.samples(), { drained: false })).toEqual(
    metrics.map((metric) => `${metric}: requests = evaluations + pending`),
  );
});
