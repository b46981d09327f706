import { numberFrom, textFrom, type Environment } from "./otel-environment.ts";
import type { OtlpOptions } from "./options.ts";
import type { SdkPackages } from "./sdk-packages.ts";

/** What is sent over OTLP. */
export type OtlpSignal = "traces" | "logs" | "metrics";

const classNames = { traces: "OTLPTraceExporter", logs: "OTLPLogExporter", metrics: "OTLPMetricExporter" } as const;
const packageParts = { traces: "trace", logs: "logs", metrics: "metrics" } as const;
const packageSuffixes: Readonly<Record<string, string>> = {
  "http/json": "http",
  "http/protobuf": "proto",
  grpc: "grpc",
};

/**
 * An OTLP exporter for a signal. What `otlp` leaves out the exporter reads from the environment itself. Options mean
 * OTLP over HTTP, so gRPC is taken only when there are none.
 */
export function createOtlpExporter(
  packages: SdkPackages,
  signal: OtlpSignal,
  otlp: OtlpOptions | undefined,
  environment: Environment,
): object {
  const variables = [`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`, "OTEL_EXPORTER_OTLP_PROTOCOL"];
  const protocol = variables.map((name) => textFrom(environment, name)).find((value) => value !== undefined);
  const named = otlp !== undefined && protocol === "grpc" ? undefined : protocol;
  const suffix = packageSuffixes[named ?? "http/protobuf"] ?? "proto";
  const Exporter = packages.classOf<object>(
    `@opentelemetry/exporter-${packageParts[signal]}-otlp-${suffix}`,
    classNames[signal],
  );
  return new Exporter({
    ...(otlp?.url === undefined ? {} : { url: signalUrl(otlp.url, signal) }),
    ...(otlp?.headers === undefined ? {} : { headers: { ...otlp.headers } }),
    ...(otlp?.timeoutMs === undefined ? {} : { timeoutMillis: otlp.timeoutMs }),
  });
}

/** The batch settings of OTEL_BSP_* or OTEL_BLRP_*; what is unset is left to the SDK. */
export function batchSettings(
  prefix: "OTEL_BSP" | "OTEL_BLRP",
  environment: Environment,
): Readonly<Record<string, number>> {
  const variables = {
    maxQueueSize: "MAX_QUEUE_SIZE",
    maxExportBatchSize: "MAX_EXPORT_BATCH_SIZE",
    scheduledDelayMillis: "SCHEDULE_DELAY",
    exportTimeoutMillis: "EXPORT_TIMEOUT",
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([setting, variable]) => {
      const value = numberFrom(environment, `${prefix}_${variable}`, positive);
      return value === undefined ? [] : [[setting, value]];
    }),
  );
}

/** Interval and timeout of a metrics push from OTEL_METRIC_EXPORT_*; the timeout is at most the interval. */
export function pushSettings(environment: Environment): { exportIntervalMillis: number; exportTimeoutMillis: number } {
  const exportIntervalMillis = numberFrom(environment, "OTEL_METRIC_EXPORT_INTERVAL", positive) ?? 60_000;
  const exportTimeoutMillis = numberFrom(environment, "OTEL_METRIC_EXPORT_TIMEOUT", positive) ?? 30_000;
  return { exportIntervalMillis, exportTimeoutMillis: Math.min(exportTimeoutMillis, exportIntervalMillis) };
}

const positive = { minimum: 1, maximum: 2 ** 31 - 1 };

/** Appends the signal's path to a base address; one that carries a signal's path already is not given a second. */
function signalUrl(url: string, signal: OtlpSignal): string {
  const base = new URL(url);
  base.pathname = `${base.pathname.replace(/(\/v1\/(traces|logs|metrics))?\/*$/, "")}/v1/${signal}`;
  return base.href;
}
