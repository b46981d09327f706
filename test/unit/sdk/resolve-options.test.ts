import { describe, expect, it } from "vitest";
import type { RagTelemetryOptions } from "../../../src/sdk/options.ts";
import { resolveOptions } from "../../../src/sdk/resolve-options.ts";

const served = { host: "127.0.0.1", port: 9464, path: "/metrics", portIsChosen: false };

describe("where metrics go: options over environment over defaults", () => {
  const table: readonly [string, RagTelemetryOptions, Record<string, string>, boolean, readonly string[]][] = [
    ["nothing said", {}, {}, true, []],
    ["environment: otlp", {}, { OTEL_METRICS_EXPORTER: "otlp" }, false, ["otlp"]],
    ["environment: both", {}, { OTEL_METRICS_EXPORTER: "prometheus, otlp" }, true, ["otlp"]],
    ["environment: console", {}, { OTEL_METRICS_EXPORTER: "console" }, false, ["console"]],
    ["environment: none", {}, { OTEL_METRICS_EXPORTER: "none" }, false, []],
    ["environment: empty", {}, { OTEL_METRICS_EXPORTER: " " }, true, []],
    ["option over environment", { metrics: "both" }, { OTEL_METRICS_EXPORTER: "none" }, true, ["otlp"]],
    ["option none", { metrics: "none" }, { OTEL_METRICS_EXPORTER: "otlp" }, false, []],
    ["a prometheus object adds itself", { prometheus: { port: 1 } }, { OTEL_METRICS_EXPORTER: "otlp" }, true, ["otlp"]],
    ["but not to an explicit choice", { metrics: "otlp", prometheus: { port: 1 } }, {}, false, ["otlp"]],
    ["prometheus: false", { prometheus: false }, { OTEL_METRICS_EXPORTER: "prometheus" }, false, []],
    ["otlp: false", { otlp: false }, { OTEL_METRICS_EXPORTER: "otlp,prometheus" }, true, []],
  ];
  it.each(table)("%s", (_name, options, environment, isServed, pushed) => {
    const resolved = resolveOptions(options, environment);
    expect(resolved.prometheus !== undefined).toBe(isServed);
    expect(resolved.pushMetrics).toEqual(pushed);
  });
});

describe("where /metrics is served", () => {
  it("is loopback and 9464 on both SDK lines", () => {
    expect(resolveOptions({}, {}).prometheus).toEqual(served);
  });
  it("takes host and port from the environment", () => {
    const environment = { OTEL_EXPORTER_PROMETHEUS_HOST: "0.0.0.0", OTEL_EXPORTER_PROMETHEUS_PORT: "9500" };
    expect(resolveOptions({}, environment).prometheus).toEqual({
      ...served,
      host: "0.0.0.0",
      port: 9500,
      portIsChosen: true,
    });
    expect(resolveOptions({ prometheus: { port: 0, path: "/m" } }, environment).prometheus).toEqual({
      host: "0.0.0.0",
      port: 0,
      path: "/m",
      portIsChosen: true,
    });
  });
  it.each(["-1", "65536", "94.64", "metrics"])(
    "ignores the port %s in the environment, as OpenTelemetry asks",
    (text) => {
      expect(resolveOptions({}, { OTEL_EXPORTER_PROMETHEUS_PORT: text }).prometheus).toEqual(served);
    },
  );
});

describe("a bad option", () => {
  const table: readonly [unknown, string][] = [
    [null, "Expected the options to be an object, got `null`"],
    [{ servicename: "x" }, "Unknown option `servicename`: did you mean `serviceName`?"],
    [{ serviceName: "" }, "Expected `serviceName` to be a string that is not empty"],
    [{ prometheus: true }, "Expected `prometheus` to be an object or false"],
    [
      { prometheus: { port: "9464" } },
      'Expected `prometheus.port` to be an integer from 0 to 65535, got `"9464"` (string)',
    ],
    [{ prometheus: { path: "metrics" } }, "Expected `prometheus.path` to be a string that starts with /"],
    [{ prometheus: { hostname: "x" } }, "Unknown key `prometheus.hostname`"],
    [{ otlp: { url: "collector:4318" } }, "Expected `otlp.url` to be an http: or https: URL"],
    [{ otlp: { headers: { a: 1 } } }, "Expected `otlp.headers` to be an object of strings"],
    [{ otlp: { timeoutMs: 0 } }, "Expected `otlp.timeoutMs` to be an integer from 1 to 600000, got `0` (number)"],
    [{ metrics: "push" }, 'Expected `metrics` to be one of "prometheus", "otlp", "both", "none"'],
    [{ metrics: "both", otlp: false }, 'Expected `metrics` to be "prometheus" or "none" while `otlp` is false'],
    [
      { metrics: "prometheus", prometheus: false },
      'Expected `metrics` to be "otlp" or "none" while `prometheus` is false',
    ],
    [{ shutdownTimeoutMs: Infinity }, "Expected `shutdownTimeoutMs` to be an integer from 0 to 600000"],
    [{ handleSignals: "no" }, "Expected `handleSignals` to be a boolean"],
    [{ onError: {} }, "Expected `onError` to be a function"],
    [{ nodeSdk: [] }, "Expected `nodeSdk` to be an object"],
  ];
  it.each(table)("%j is refused by name, rule and value", (options, message) => {
    expect(() => resolveOptions(options as RagTelemetryOptions, {})).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringContaining(message) }),
    );
  });
  it("undefined is as good as left out", () => {
    expect(
      resolveOptions({ serviceName: undefined, prometheus: { host: undefined }, otlp: undefined }, {}).prometheus,
    ).toEqual(served);
  });
});
