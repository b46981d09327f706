import { checkOptions } from "./check-options.ts";
import { listFrom, numberFrom, textFrom, type Environment } from "./otel-environment.ts";
import type { OtlpOptions, RagTelemetryOptions } from "./options.ts";

/** Where `/metrics` is served, complete. */
export interface ResolvedPrometheus {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Whether options or environment named the port. */
  readonly portIsChosen: boolean;
}

/** The options of `startRagTelemetry` after options, environment and defaults are merged. */
export interface ResolvedRagTelemetryOptions {
  readonly serviceName: string | undefined;
  /** Exporter names, as in OTEL_METRICS_EXPORTER, without "prometheus". */
  readonly pushMetrics: readonly string[];
  readonly prometheus: ResolvedPrometheus | undefined;
  readonly otlp: OtlpOptions | false | undefined;
  readonly shutdownTimeoutMs: number;
  readonly finalScrapeGraceMs: number;
  readonly flushTimeoutMs: number;
  readonly handleSignals: boolean;
  readonly onError: RagTelemetryOptions["onError"];
  readonly nodeSdk: Readonly<Record<string, unknown>>;
}

/** The port of OpenTelemetry's Prometheus exporters. */
export const defaultPrometheusPort = 9464;

/**
 * Options over OpenTelemetry's environment variables over defaults.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` on the first option that breaks its rule.
 */
export function resolveOptions(options: RagTelemetryOptions, environment: Environment): ResolvedRagTelemetryOptions {
  checkOptions(options);
  const exporters = metricsExporters(options, environment);
  return {
    serviceName: options.serviceName,
    pushMetrics: exporters.filter((name) => name !== "prometheus"),
    prometheus: exporters.includes("prometheus") ? resolvePrometheus(options, environment) : undefined,
    otlp: options.otlp,
    shutdownTimeoutMs: options.shutdownTimeoutMs ?? 10_000,
    finalScrapeGraceMs: options.finalScrapeGraceMs ?? 0,
    flushTimeoutMs: options.flushTimeoutMs ?? 10_000,
    handleSignals: options.handleSignals ?? true,
    onError: options.onError,
    nodeSdk: options.nodeSdk ?? {},
  };
}

const choices = { prometheus: ["prometheus"], otlp: ["otlp"], both: ["prometheus", "otlp"], none: [] } as const;

function metricsExporters(options: RagTelemetryOptions, environment: Environment): readonly string[] {
  const named = new Set<string>(
    options.metrics === undefined
      ? (listFrom(environment, "OTEL_METRICS_EXPORTER") ?? ["prometheus"])
      : choices[options.metrics],
  );
  if (named.has("none")) named.clear();
  if (options.metrics === undefined && typeof options.prometheus === "object") named.add("prometheus");
  if (options.prometheus === false) named.delete("prometheus");
  if (options.otlp === false) named.delete("otlp");
  return [...named];
}

function resolvePrometheus(options: RagTelemetryOptions, environment: Environment): ResolvedPrometheus {
  const given = typeof options.prometheus === "object" ? options.prometheus : {};
  const port = given.port ?? numberFrom(environment, "OTEL_EXPORTER_PROMETHEUS_PORT", { minimum: 0, maximum: 65_535 });
  return {
    host: given.host ?? textFrom(environment, "OTEL_EXPORTER_PROMETHEUS_HOST") ?? "127.0.0.1",
    port: port ?? defaultPrometheusPort,
    path: given.path ?? "/metrics",
    portIsChosen: port !== undefined,
  };
}
