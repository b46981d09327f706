import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterEach, expect, test } from "vitest";
import { completed, createTestTelemetry, evaluated, pending, resolved } from "./events.ts";
import { createMetricsRig, select, sum } from "./metrics-rig.ts";

afterEach(() => {
  api.trace.disable();
  api.metrics.disable();
  api.context.disable();
});

test("providers registered after createTelemetry get everything from then on", async () => {
  const { telemetry, warnings } = createTestTelemetry();
  telemetry.observe(completed("before"));
  telemetry.tracing.start("rag_request").end();
  const rig = createMetricsRig();
  api.metrics.setGlobalMeterProvider(rig.provider);
  const exporter = new InMemorySpanExporter();
  api.trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  telemetry.observe(completed("after"));
  telemetry.tracing.start("rag_request").end();
  const samples = await rig.samples();
  expect(sum(samples, "rag_requests_total")).toBe(1);
  expect(sum(samples, "rag_build")).toBe(1);
  expect(select(samples, "rag_threshold")).toHaveLength(6);
  expect(exporter.getFinishedSpans()).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("a request goes to one provider as a whole, also when it is exchanged in between", async () => {
  const first = createMetricsRig();
  const second = createMetricsRig();
  const { telemetry } = createTestTelemetry();
  api.metrics.setGlobalMeterProvider(first.provider);
  telemetry.observe(completed("1"));
  telemetry.observe(pending("1", "groundedness"));
  api.metrics.disable();
  api.metrics.setGlobalMeterProvider(second.provider);
  telemetry.observe(resolved("1", "groundedness", { wasPending: true }));
  telemetry.observe(evaluated("1"));
  telemetry.observe(completed("2"));
  const [before, after] = [await first.samples(), await second.samples()];
  expect(sum(before, "rag_evaluations_total")).toBe(1);
  expect(sum(before, "rag_evaluation_pending")).toBe(0);
  expect(sum(before, "rag_diagnoses_total")).toBe(1);
  expect(sum(after, "rag_requests_total")).toBe(1);
  expect(sum(after, "rag_evaluations_total")).toBe(0);
});

test("a request that is over is forgotten", async () => {
  const first = createMetricsRig();
  const second = createMetricsRig();
  const { telemetry } = createTestTelemetry();
  api.metrics.setGlobalMeterProvider(first.provider);
  for (const id of ["late", "early"]) {
    telemetry.observe(completed(id));
    telemetry.observe(pending(id, "groundedness"));
    if (id === "early") telemetry.observe(evaluated(id));
    telemetry.observe(resolved(id, "groundedness", { wasPending: true }));
    if (id === "late") telemetry.observe(evaluated(id));
  }
  api.metrics.disable();
  api.metrics.setGlobalMeterProvider(second.provider);
  for (const id of ["late", "early"]) telemetry.observe(resolved(id, "groundedness"));
  expect(sum(await first.samples(), "rag_evaluations_total")).toBe(2);
  expect(sum(await second.samples(), "rag_evaluations_total")).toBe(2);
});

test("spans follow the global provider when it is exchanged", () => {
  const { telemetry } = createTestTelemetry();
  const names = [1, 2].map(() => {
    const exporter = new InMemorySpanExporter();
    api.trace.disable();
    api.trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
    telemetry.tracing.start("rag_request").end();
    return exporter.getFinishedSpans().map(({ name }) => name);
  });
  expect(names).toEqual([["rag_request"], ["rag_request"]]);
});

test("two triads on one provider share its instruments", async () => {
  const rig = createMetricsRig();
  const first = createTestTelemetry({ meterProvider: rig.provider });
  const second = createTestTelemetry({ meterProvider: rig.provider, pipeline: "search" });
  for (const { telemetry } of [first, second]) telemetry.observe(completed("1"));
  const text = await rig.text();
  expect(text.match(/# TYPE rag_requests_total counter/g)).toHaveLength(1);
  expect(text.match(/^rag_build\{.*\} 1$/gm)).toHaveLength(1);
  expect(select(await rig.samples(), "rag_threshold", { rag_pipeline: "search" })).toHaveLength(6);
});

test("metrics carry the request's span, sampled or not", () => {
  const contexts: api.Context[] = [];
  const provider: api.MeterProvider = {
    getMeter: () => {
      const note = (_value: number, _labels?: api.Attributes, context?: api.Context): void =>
        void contexts.push(context ?? api.ROOT_CONTEXT);
      const meter = api.createNoopMeter();
      return Object.assign(Object.create(meter) as api.Meter, {
        createCounter: () => ({ add: note }),
        createHistogram: () => ({ record: note }),
      });
    },
  };
  const { telemetry } = createTestTelemetry({ meterProvider: provider });
  const span = { traceId: "a".repeat(32), spanId: "b".repeat(16), traceFlags: 0 };
  telemetry.observe(completed("1", { span }));
  contexts.length = 0;
  telemetry.observe(resolved("1", "groundedness"));
  expect(contexts.map((context) => api.trace.getSpanContext(context))).toEqual(
    contexts.map(() => expect.objectContaining(span)),
  );
  expect(contexts.length).toBeGreaterThan(1);
});

test("everything works with no SDK at all, and the user's function runs once", () => {
  const { telemetry, warnings } = createTestTelemetry();
  const span = telemetry.tracing.start("rag_request", { attributes: { "rag.pipeline": "support" } });
  let runs = 0;
  expect(span.run(() => ++runs)).toBe(1);
  expect(telemetry.tracing.quiet(() => ++runs)).toBe(2);
  expect(span.identity).toEqual({ traceId: "0".repeat(32), spanId: "0".repeat(16), traceFlags: 0 });
  span.set({ a: 1 });
  span.fail("TypeError");
  span.end(span.mark());
  telemetry.tracing.startEvaluation(span.identity).end();
  telemetry.observe(completed("1"));
  telemetry.observe(resolved("1", "groundedness"));
  telemetry.observe(evaluated("1"));
  expect(warnings).toEqual([]);
});

test("spans work with a context manager registered later too", () => {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const { telemetry } = createTestTelemetry({ tracerProvider });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const request = telemetry.tracing.start("rag_request");
  request.run(() => telemetry.tracing.start("retrieval").end());
  request.end();
  const [retrieval, root] = exporter.getFinishedSpans();
  expect(retrieval?.parentSpanContext?.spanId).toBe(root?.spanContext().spanId);
});
