import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { completed, createTestTelemetry, evaluated, pending, resolved } from "./events.ts";
import { createMetricsRig, sum } from "./metrics-rig.ts";

const boom = (): never => {
  throw new Error("the query of the user");
};

const quietProcessor: SpanProcessor = {
  onStart: () => {},
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
};

const throwingExporter: SpanExporter = { export: boom, shutdown: async () => {}, forceFlush: async () => {} };

/** A context manager that runs the body before, after, instead of or besides throwing. */
function brokenContextManager(before: boolean, runs: number, after: boolean): api.ContextManager {
  const real = new AsyncLocalStorageContextManager().enable();
  return {
    active: () => real.active(),
    with: ((context: api.Context, body: () => unknown) => {
      if (before) boom();
      let result: unknown;
      for (let run = 0; run < runs; run++) result = real.with(context, body);
      if (after) boom();
      return result;
    }) as api.ContextManager["with"],
    bind: (_context, target) => target,
    enable: () => real,
    disable: () => real,
  };
}

afterEach(() => {
  api.context.disable();
});

describe.each<[string, SpanProcessor]>([
  ["a processor that throws in onStart", { ...quietProcessor, onStart: boom }],
  ["a processor that throws in onEnding", { ...quietProcessor, onEnding: boom }],
  ["a processor that throws in onEnd", { ...quietProcessor, onEnd: boom }],
  ["an exporter that throws", new SimpleSpanProcessor({ exporter: throwingExporter })],
])("%s", (_name, processor) => {
  test("changes nothing for the user, and warns at most once, without the error's message", () => {
    const tracerProvider = new TracerProvider({ spanProcessors: [processor] });
    const { telemetry, warnings } = createTestTelemetry({ tracerProvider });
    for (let index = 0; index < 5; index++) {
      const span = telemetry.tracing.start("rag_request");
      expect(span.run(() => telemetry.tracing.start("retrieval", { parent: span }).run(() => index))).toBe(index);
      span.set({ a: 1 });
      span.fail("TypeError");
      span.end(span.mark());
      telemetry.tracing.startEvaluation({ traceId: "a".repeat(32), spanId: "b".repeat(16), traceFlags: 1 }).end();
    }
    expect(warnings.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(warnings)).not.toContain("the query of the user");
  });
});

test("a processor that throws in onEnd of the request does not stop the others of the triad", () => {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter }), { ...quietProcessor, onEnd: boom }],
  });
  const { telemetry, warnings } = createTestTelemetry({ tracerProvider });
  for (const kind of ["rag_request", "retrieval", "generation"] as const) telemetry.tracing.start(kind).end();
  expect(exporter.getFinishedSpans()).toHaveLength(3);
  expect(warnings).toEqual([
    { code: "telemetry_failed", message: expect.stringContaining("span.end (Error)") as string },
  ]);
});

test("whatever a context manager does, the function runs exactly once with its outcome unchanged", () => {
  const outcome = fc.oneof(
    fc.anything().map((value) => ({ value })),
    fc.anything().map((error) => ({ error })),
  );
  fc.assert(
    fc.property(fc.boolean(), fc.nat(3), fc.boolean(), outcome, fc.boolean(), (before, runs, after, given, quiet) => {
      api.context.disable();
      api.context.setGlobalContextManager(brokenContextManager(before, runs, after));
      const { telemetry } = createTestTelemetry({ tracerProvider: new TracerProvider() });
      const span = telemetry.tracing.start("rag_request");
      let calls = 0;
      const work = (): unknown => {
        calls++;
        if ("error" in given) throw given.error;
        return given.value;
      };
      let seen: { readonly value: unknown } | { readonly error: unknown };
      try {
        seen = { value: quiet ? telemetry.tracing.quiet(work) : span.run(work) };
      } catch (error) {
        seen = { error };
      }
      const [key] = Object.keys(given);
      expect(Object.keys(seen)).toEqual([key]);
      expect(Object.values(seen)[0]).toBe(Object.values(given)[0]);
      expect(calls).toBe(1);
    }),
  );
});

test("providers, tracers, meters, instruments and loggers that throw are contained", () => {
  const counter = { add: boom, record: boom, addCallback: boom, removeCallback: boom };
  const meter = new Proxy({}, { get: () => () => counter }) as api.Meter;
  const cases: Parameters<typeof createTestTelemetry>[0][] = [
    { tracerProvider: { getTracer: boom } },
    { tracerProvider: { getTracer: () => ({ startSpan: boom, startActiveSpan: boom }) } },
    {
      tracerProvider: {
        getTracer: () => ({ startSpan: () => new Proxy({}, { get: boom }) as api.Span, startActiveSpan: boom }),
      },
    },
    { meterProvider: { getMeter: boom } },
    { meterProvider: { getMeter: () => meter } },
    { logger: { emit: boom } },
  ];
  for (const options of cases) {
    const { telemetry, warnings } = createTestTelemetry(options);
    const span = telemetry.tracing.start("rag_request");
    expect(span.run(() => "answer")).toBe("answer");
    span.set({ a: 1 });
    span.end();
    telemetry.observe(completed("1"));
    telemetry.observe(pending("1", "groundedness"));
    telemetry.observe(resolved("1", "groundedness", { wasPending: true }));
    telemetry.observe(evaluated("1"));
    expect(warnings.map(({ code }) => code)).toEqual(["telemetry_failed"]);
    expect(JSON.stringify(warnings)).not.toContain("the query of the user");
  }
});

test("a warning that cannot be delivered is contained too", () => {
  const { telemetry } = createTestTelemetry({
    tracerProvider: { getTracer: boom },
    meterProvider: { getMeter: boom },
    warn: boom,
  });
  expect(telemetry.tracing.start("rag_request").run(() => 1)).toBe(1);
  expect(() => telemetry.observe(completed("1"))).not.toThrow();
});

test("one broken instrument does not keep the others from counting", async () => {
  const rig = createMetricsRig();
  const provider: api.MeterProvider = {
    getMeter: (...given) => {
      const meter = rig.provider.getMeter(...given);
      return new Proxy(meter, {
        get: (target, key) =>
          key === "createHistogram"
            ? () => ({ record: boom })
            : (Reflect.get(target, key) as (...all: unknown[]) => unknown).bind(target),
      });
    },
  };
  const { telemetry } = createTestTelemetry({ meterProvider: provider });
  telemetry.observe(completed("1"));
  telemetry.observe(resolved("1", "groundedness"));
  const samples = await rig.samples();
  expect(sum(samples, "rag_requests_total")).toBe(1);
  expect(sum(samples, "rag_evaluations_total", { rag_metric: "groundedness" })).toBe(1);
});

test("a reader that fails to collect changes nothing for what is recorded", async () => {
  const rig = createMetricsRig();
  rig.provider.getMeter("user").createObservableGauge("broken").addCallback(boom);
  const { telemetry, warnings } = createTestTelemetry({ meterProvider: rig.provider });
  telemetry.observe(completed("1"));
  await rig.text();
  telemetry.observe(completed("2"));
  expect(sum(await rig.samples(), "rag_requests_total")).toBe(2);
  expect(warnings).toEqual([]);
});
