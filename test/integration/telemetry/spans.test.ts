import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TracerProvider,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requestAttributes } from "../../../src/telemetry/span-attributes.ts";
import { createTestTelemetry } from "./events.ts";

function createSpanRig(sampler: Sampler = new AlwaysOnSampler()) {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const { telemetry, warnings } = createTestTelemetry({ tracerProvider });
  return {
    tracing: telemetry.tracing,
    warnings,
    exporter,
    tracer: tracerProvider.getTracer("user"),
    finished: () => exporter.getFinishedSpans(),
  };
}

const toMs = ([seconds, nanoseconds]: api.HrTime): number => seconds * 1e3 + nanoseconds / 1e6;

function waitUntil(mark: number): void {
  while (performance.now() < mark);
}

beforeEach(() => {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterEach(() => {
  api.context.disable();
});

test("a span that is held ends with the true duration, and takes attributes until then", () => {
  const { tracing, finished } = createSpanRig();
  const startAt = performance.now();
  const span = tracing.start("rag_request", { startAt });
  waitUntil(startAt + 3);
  const mark = span.mark();
  waitUntil(mark + 20);
  span.set({ "rag.groundedness": 0.5, "rag.quality": undefined, "rag.answer_relevance": Number.NaN });
  span.end(mark);
  const [exported] = finished();
  expect(toMs(exported?.duration ?? [0, 0])).toBeCloseTo(mark - startAt, 3);
  expect(exported?.attributes).toEqual({ "rag.groundedness": 0.5 });
});

test("spans are INTERNAL, carry the package's scope, and their first attributes are there for samplers", () => {
  const seen: api.Attributes[] = [];
  const sampler: Sampler = {
    shouldSample: (_context, _traceId, _name, _kind, attributes) => {
      seen.push(attributes);
      return new AlwaysOnSampler().shouldSample();
    },
    toString: () => "recording",
  };
  const { tracing, finished } = createSpanRig(sampler);
  tracing
    .start("rag_request", { attributes: requestAttributes({ pipeline: "support", versions: { prompt: "7" } }) })
    .end();
  expect(seen).toEqual([
    {
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.agent.name": "support",
      "rag.pipeline": "support",
      "rag.prompt_version": "7",
    },
  ]);
  expect(finished()[0]).toMatchObject({
    name: "rag_request",
    kind: api.SpanKind.INTERNAL,
    instrumentationScope: { name: "rag-triad" },
  });
});

test("a failed span has an error status without a message, and the type", () => {
  const { tracing, finished } = createSpanRig();
  const span = tracing.start("retrieval");
  span.fail("ECONNREFUSED");
  span.end();
  expect(finished()[0]?.status).toEqual({ code: api.SpanStatusCode.ERROR });
  expect(finished()[0]?.attributes).toEqual({ "error.type": "ECONNREFUSED" });
});

test("ending twice ends once, and nothing is set afterwards", () => {
  const { tracing, finished, warnings } = createSpanRig();
  const said: string[] = [];
  const say = (message: string): void => void said.push(message);
  api.diag.setLogger(
    { verbose: say, debug: say, info: say, warn: say, error: say },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const span = tracing.start("generation");
  span.end();
  span.set({ late: true });
  span.fail("TypeError");
  span.end();
  expect(finished()).toHaveLength(1);
  expect(finished()[0]?.attributes).toEqual({});
  api.diag.disable();
  expect(said).toEqual([]);
  expect(warnings).toEqual([]);
});

test("parents: the active span, a given one, or the one that was active when the span was prepared", () => {
  const { tracing, finished, tracer } = createSpanRig();
  const request = tracing.start("rag_request");
  let prepared: ReturnType<typeof tracing.prepare> | undefined;
  request.run(() => {
    tracer.startActiveSpan("user", (user) => {
      tracing.start("retrieval").end();
      prepared = tracing.prepare("generation");
      user.end();
    });
  });
  tracing.start("retrieval", { parent: request }).end();
  tracer.startActiveSpan("elsewhere", (elsewhere) => {
    prepared?.().end();
    elsewhere.end();
  });
  const [inUser, user, given, generation] = finished();
  expect(inUser?.parentSpanContext?.spanId).toBe(user?.spanContext().spanId);
  expect(user?.parentSpanContext?.spanId).toBe(request.identity.spanId);
  expect(given?.parentSpanContext?.spanId).toBe(request.identity.spanId);
  expect(generation?.parentSpanContext?.spanId).toBe(user?.spanContext().spanId);
});

test("an evaluation span is a remote child of its target with exactly one link to it", () => {
  const { tracing, finished } = createSpanRig();
  const request = tracing.start("rag_request");
  request.end();
  tracing.startEvaluation(request.identity, { "rag.groundedness": 0.4 }).end();
  const evaluation = finished()[1];
  expect(evaluation?.name).toBe("rag_evaluation");
  expect(evaluation?.parentSpanContext).toMatchObject({ ...request.identity, isRemote: true });
  expect(evaluation?.links).toEqual([expect.objectContaining({ context: request.identity })]);
  expect(evaluation?.attributes).toEqual({ "rag.groundedness": 0.4, "openinference.span.kind": "EVALUATOR" });
  expect(evaluation?.spanContext().traceId).toBe(request.identity.traceId);
});

test("the evaluation of an unsampled request is not sampled either", () => {
  const sampler = new ParentBasedSampler({ root: new AlwaysOffSampler() });
  const { tracing, finished } = createSpanRig(sampler);
  const request = tracing.start("rag_request");
  expect(request.identity.traceFlags).toBe(0);
  tracing.startEvaluation(request.identity).end();
  expect(finished()).toEqual([]);
});

test("quiet: no spans and no trace context, across awaits, and the active span is back afterwards", async () => {
  const { tracing, finished, tracer } = createSpanRig();
  const carrier: Record<string, string> = {};
  await tracer.startActiveSpan("user", async (user) => {
    await tracing.quiet(async () => {
      await Promise.resolve();
      tracer.startActiveSpan("judge", (judge) => {
        new W3CTraceContextPropagator().inject(api.context.active(), carrier, api.defaultTextMapSetter);
        judge.end();
      });
      tracing.start("generation").end();
    });
    expect(api.trace.getActiveSpan()).toBe(user);
    user.end();
  });
  expect(carrier).toEqual({});
  expect(finished().map(({ name }) => name)).toEqual(["user"]);
});

test("a request that its caller made quiet has no trace, and its evaluation none either", () => {
  const { tracing, finished } = createSpanRig();
  tracing.quiet(() => {
    const request = tracing.start("rag_request");
    request.end();
    tracing.startEvaluation(request.identity).end();
  });
  expect(finished()).toEqual([]);
});

test("baggage of the application stays active below our spans", () => {
  const { tracing } = createSpanRig();
  const key = api.createContextKey("tenant");
  const seen = api.context.with(api.context.active().setValue(key, "acme"), () => {
    const request = tracing.start("rag_request");
    return request.run(() =>
      tracing.start("retrieval", { parent: request }).run(() => api.context.active().getValue(key)),
    );
  });
  expect(seen).toBe("acme");
});
