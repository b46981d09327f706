import * as api from "@opentelemetry/api";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RagTriadError } from "../../../src/core/errors.ts";
import { startRagTelemetry, type RagTelemetry, type RagTelemetryOptions } from "../../../src/sdk/index.ts";
import { startOtlpReceiver, type OtlpReceiver } from "../../helpers/otlp-receiver.ts";

const open: { shutdown?: () => Promise<void>; close?: () => Promise<void> }[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of open.splice(0).reverse()) await (one.shutdown?.() ?? one.close?.());
});

function start(options: RagTelemetryOptions): RagTelemetry {
  const telemetry = startRagTelemetry({ prometheus: { port: 0 }, otlp: false, handleSignals: false, ...options });
  open.push(telemetry);
  return telemetry;
}

async function receive(): Promise<OtlpReceiver> {
  const receiver = await startOtlpReceiver();
  open.push(receiver);
  return receiver;
}

async function get(telemetry: RagTelemetry, path?: string, method = "GET") {
  const url = new URL(path ?? "/metrics", telemetry.metricsUrl);
  const response = await fetch(url, { method, headers: { connection: "close" } });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

describe("signals", () => {
  it.each(["http/protobuf", "http/json"])("go to the receiver of the options, over %s", async (protocol) => {
    const receiver = await receive();
    vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", protocol);
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    vi.stubEnv("OTEL_SERVICE_NAME", "of-the-environment");
    vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
    const early = api.trace.getTracer("taken-before-the-start");
    const telemetry = start({
      serviceName: "of-the-options",
      metrics: "both",
      otlp: { url: `${receiver.url}/v1/traces`, headers: { "x-tenant": "a" } },
    });
    const parent = early.startSpan("parent", { attributes: { double: 0.5, list: ["a", "b"], flag: true } });
    api.trace.getTracer("t").startSpan("child", {}, api.trace.setSpan(api.ROOT_CONTEXT, parent)).end();
    parent.end();
    api.logs.getLogger("l").emit({
      eventName: "gen_ai.evaluation.result",
      attributes: { score: 1 },
      context: api.trace.setSpan(api.ROOT_CONTEXT, parent),
    });
    const meter = api.metrics.getMeter("m");
    meter.createCounter("rag.requests").add(2, { "rag.pipeline": "p" });
    meter
      .createHistogram("rag.groundedness", { unit: "1", advice: { explicitBucketBoundaries: [0.5, 0.7] } })
      .record(0.6);
    await telemetry.shutdown();

    const [childSpan, parentSpan] = receiver.spans;
    expect(childSpan).toMatchObject({ name: "child", parentSpanId: parentSpan?.spanId, traceId: parentSpan?.traceId });
    expect(parentSpan).toMatchObject({
      name: "parent",
      kind: 1,
      attributes: { double: 0.5, list: ["a", "b"], flag: true },
      scope: "taken-before-the-start",
      resource: { "service.name": "of-the-options", "deployment.environment.name": "test" },
    });
    expect(receiver.logs).toMatchObject([
      { eventName: "gen_ai.evaluation.result", attributes: { score: 1 }, spanId: parentSpan?.spanId },
    ]);
    expect(receiver.metrics).toMatchObject([
      { name: "rag.requests", kind: "sum", points: [{ attributes: { "rag.pipeline": "p" }, value: 2 }] },
      {
        name: "rag.groundedness",
        kind: "histogram",
        unit: "1",
        points: [{ count: 1, sum: 0.6, bounds: [0.5, 0.7], bucketCounts: [0, 1, 0] }],
      },
    ]);
    const paths = receiver.requests.map(({ path }) => path).sort();
    expect(paths).toEqual(["/v1/logs", "/v1/metrics", "/v1/traces"]);
    for (const { headers } of receiver.requests) expect(headers["x-tenant"]).toBe("a");
  });

  it("follow the environment alone when no option speaks", async () => {
    const receiver = await receive();
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
    vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=b");
    vi.stubEnv("OTEL_METRICS_EXPORTER", "otlp");
    vi.stubEnv("OTEL_LOGS_EXPORTER", "none");
    vi.stubEnv("OTEL_TRACES_SAMPLER", "always_off");
    const telemetry = start({ prometheus: undefined, otlp: undefined });
    expect(telemetry.metricsUrl).toBeUndefined();
    api.trace.getTracer("t").startSpan("not sampled").end();
    api.logs.getLogger("l").emit({ eventName: "e" });
    api.metrics.getMeter("m").createCounter("c").add(1);
    await telemetry.shutdown();
    expect(receiver.requests.map(({ path, headers }) => [path, headers["x-tenant"]])).toEqual([["/v1/metrics", "b"]]);
  });

  it.each([
    ["OTEL_TRACES_EXPORTER", "/v1/logs"],
    ["OTEL_LOGS_EXPORTER", "/v1/traces"],
  ])("are switched off by %s=none also where the options say where to", async (variable, sent) => {
    const receiver = await receive();
    vi.stubEnv(variable, "none");
    const telemetry = start({ otlp: { url: receiver.url } });
    api.trace.getTracer("t").startSpan("s").end();
    api.logs.getLogger("l").emit({ eventName: "e" });
    await telemetry.shutdown();
    expect(receiver.requests.map(({ path }) => path)).toEqual([sent]);
  });

  it("keep within OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT and OTEL_BSP_MAX_EXPORT_BATCH_SIZE", async () => {
    const receiver = await receive();
    vi.stubEnv("OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT", "3");
    vi.stubEnv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "2");
    const telemetry = start({ otlp: { url: receiver.url } });
    for (const name of ["a", "b", "c"])
      api.trace
        .getTracer("t")
        .startSpan(name, { attributes: { long: "12345" } })
        .end();
    await telemetry.shutdown();
    expect(receiver.requests).toHaveLength(2);
    expect(receiver.spans.map(({ attributes }) => attributes["long"])).toEqual(["123", "123", "123"]);
  });

  it("are awaited, each, also when another cannot be sent", async () => {
    const receiver = await receive();
    receiver.respond = (path) => (path === "/v1/traces" ? { status: 400 } : { delayMs: 300 });
    const telemetry = start({ metrics: "otlp", otlp: { url: receiver.url } });
    api.trace.getTracer("t").startSpan("refused").end();
    api.logs.getLogger("l").emit({ eventName: "e" });
    api.metrics.getMeter("m").createCounter("c").add(1);
    await telemetry.shutdown();
    expect([receiver.spans.length, receiver.logs.length, receiver.metrics.length]).toEqual([0, 1, 1]);
  });

  it("are none at all with OTEL_SDK_DISABLED, and everything returned still works", async () => {
    vi.stubEnv("OTEL_SDK_DISABLED", "TRUE");
    const telemetry = start({});
    await telemetry.ready;
    expect(telemetry.metricsUrl).toBeUndefined();
    const shutdown = vi.fn(async () => undefined);
    telemetry.register({ shutdown });
    await telemetry.shutdown();
    expect(shutdown).toHaveBeenCalledWith({ timeoutMs: 10_000 });
  });
});

describe("/metrics", () => {
  it("answers one path and two methods", async () => {
    const telemetry = start({});
    await telemetry.ready;
    api.metrics.getMeter("m").createCounter("rag.requests").add(1);
    expect(await get(telemetry)).toMatchObject({
      status: 200,
      type: "text/plain; version=0.0.4; charset=utf-8",
      text: expect.stringMatching(/^rag_requests_total\{.*\} 1$/m),
    });
    expect(await get(telemetry, "/metrics?name=x")).toMatchObject({ status: 200 });
    expect(await get(telemetry, "/metrics", "HEAD")).toMatchObject({ status: 200, text: "" });
    expect(await get(telemetry, "/metrics", "POST")).toMatchObject({ status: 405 });
    expect(await get(telemetry, "/metrics/")).toMatchObject({ status: 404 });
    expect(await get(telemetry, "/")).toMatchObject({ status: 404 });
  });

  it("leaves out what cannot be collected and answers the rest", async () => {
    const telemetry = start({});
    await telemetry.ready;
    const meter = api.metrics.getMeter("m");
    meter.createCounter("fine").add(1);
    meter.createObservableGauge("broken").addCallback(() => {
      throw new Error("no");
    });
    const { status, text } = await get(telemetry);
    expect(status).toBe(200);
    expect(text).toMatch(/^fine_total/m);
    expect(text).not.toMatch(/^broken/m);
  });

  it("answers 500 when collection fails as a whole", async () => {
    const telemetry = start({});
    await telemetry.ready;
    await (api.metrics.getMeterProvider() as unknown as { shutdown(): Promise<void> }).shutdown();
    expect(await get(telemetry)).toMatchObject({ status: 500, text: "Metrics could not be collected\n" });
  });

  it.each(["127.0.0.1", "localhost"])("is closed also when the end comes before it listens on %s", async (host) => {
    const telemetry = start({ prometheus: { host, port: 0 } });
    await telemetry.shutdown();
    await telemetry.ready;
    expect(telemetry.metricsUrl).toBeUndefined();
    expect(process.getActiveResourcesInfo()).not.toContain("TCPServerWrap");
  });

  it("stays up for one scrape after the triads have stopped", async () => {
    const telemetry = start({ finalScrapeGraceMs: 20_000 });
    await telemetry.ready;
    const counter = api.metrics.getMeter("m").createCounter("resolved");
    let stopped = (): void => undefined;
    const triadIsDown = new Promise<void>((resolve) => (stopped = resolve));
    telemetry.register({
      async shutdown() {
        counter.add(7);
        setImmediate(stopped);
      },
    });
    const done = telemetry.shutdown();
    await triadIsDown;
    expect((await get(telemetry)).text).toMatch(/^resolved_total\{.*\} 7$/m);
    await done;
    expect(telemetry.metricsUrl).toBeUndefined();
  });
});

describe("a taken port", () => {
  async function occupy(): Promise<number> {
    const server: Server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    return (server.address() as AddressInfo).port;
  }

  it("rejects `ready` and tells onError; the rest goes on", async () => {
    const receiver = await receive();
    const errors: RagTriadError[] = [];
    const port = await occupy();
    const telemetry = start({
      prometheus: { port },
      otlp: { url: receiver.url },
      onError: (error) => void errors.push(error),
    });
    await expect(telemetry.ready).rejects.toMatchObject({
      code: "ERR_RAG_TRIAD_PORT_TAKEN",
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
    expect(errors.map(({ code }) => code)).toEqual(["ERR_RAG_TRIAD_PORT_TAKEN"]);
    expect(telemetry.metricsUrl).toBeUndefined();
    api.trace.getTracer("t").startSpan("still there").end();
    await telemetry.shutdown();
    expect(receiver.spans).toHaveLength(1);
  });

  it("is a process warning for who neither awaits nor listens, and onError may throw", async () => {
    const warnings: { name?: string; code?: unknown }[] = [];
    const emit = vi
      .spyOn(process, "emitWarning")
      .mockImplementation(((_text: string, details: object) => warnings.push(details)) as never);
    start({ prometheus: { port: await occupy() } });
    await vi.waitFor(() => expect(warnings).toEqual([{ type: "RagTriadWarning", code: "ERR_RAG_TRIAD_PORT_TAKEN" }]));
    emit.mockRestore();
    await open.pop()?.shutdown?.();
    const onError = vi.fn(() => {
      throw new Error("of the application");
    });
    start({ prometheus: { port: await occupy() }, onError });
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
  });
});

describe("one set-up a process", () => {
  it("refuses a second while the first runs, and can start again afterwards", async () => {
    const first = start({});
    expect(() => start({})).toThrow(expect.objectContaining({ code: "ERR_RAG_TRIAD_ALREADY_STARTED" }));
    await first.shutdown();
    const second = start({});
    await second.ready;
    api.metrics.getMeter("m").createCounter("again").add(1);
    expect((await get(second)).text).toMatch(/^again_total/m);
  });

  it("returns what is registered, refuses what is none, and shuts down what comes too late", async () => {
    const telemetry = start({ shutdownTimeoutMs: 1234 });
    const triad = { shutdown: vi.fn(async () => undefined) };
    expect(telemetry.register(triad)).toBe(triad);
    expect(() => telemetry.register({} as never)).toThrow(expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION" }));
    expect(telemetry.shutdown()).toBe(telemetry.shutdown());
    await telemetry.shutdown();
    const late = telemetry.register({ shutdown: vi.fn(async () => undefined) });
    expect(triad.shutdown.mock.calls).toEqual([[{ timeoutMs: 1234 }]]);
    expect(late.shutdown).toHaveBeenCalledOnce();
  });
});
