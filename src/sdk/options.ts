import type { RagTriadError } from "../core/errors.ts";

/** How metrics leave the process: a port that Prometheus scrapes, a push over OTLP, both, or not at all. */
export type MetricsChoice = "prometheus" | "otlp" | "both" | "none";

/** Where `/metrics` is served. */
export interface PrometheusOptions {
  /**
   * The address to listen on. A container needs `0.0.0.0`.
   * @default OTEL_EXPORTER_PROMETHEUS_HOST, else "127.0.0.1"
   */
  readonly host?: string | undefined;
  /**
   * 0 to 65535; 0 takes any free port (see {@link RagTelemetry.metricsUrl}). A cluster worker needs a port of its own.
   * @default OTEL_EXPORTER_PROMETHEUS_PORT, else 9464
   */
  readonly port?: number | undefined;
  /**
   * Starts with a slash.
   * @default "/metrics"
   */
  readonly path?: string | undefined;
}

/** Where spans, log events and, when asked for, metrics are sent over OTLP/HTTP. */
export interface OtlpOptions {
  /**
   * The base address of the receiver, such as `http://collector:4318`; `/v1/traces` and so on are added.
   * @default OTEL_EXPORTER_OTLP_ENDPOINT and its kin, else "http://localhost:4318"
   */
  readonly url?: string | undefined;
  /** Added to the headers that OTEL_EXPORTER_OTLP_HEADERS names; these win. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The longest that one export may take, retries included, in milliseconds; 1 to 600,000.
   * @default OTEL_EXPORTER_OTLP_TIMEOUT, else 10,000
   */
  readonly timeoutMs?: number | undefined;
}

/** Options of `startRagTelemetry`. They win over OpenTelemetry's environment variables, which win over the defaults. */
export interface RagTelemetryOptions {
  /**
   * `service.name` of everything this process sends.
   * @default OTEL_SERVICE_NAME, else what OTEL_RESOURCE_ATTRIBUTES says, else "unknown_service:node"
   */
  readonly serviceName?: string | undefined;
  /**
   * How metrics leave the process.
   * @default OTEL_METRICS_EXPORTER, else "prometheus"; a `prometheus` object adds "prometheus" to it
   */
  readonly metrics?: MetricsChoice | undefined;
  /** Where `/metrics` is served; `false` serves none, whatever the environment says. */
  readonly prometheus?: PrometheusOptions | false | undefined;
  /**
   * Where OTLP goes, over HTTP; `false` sends none, whatever the environment says. Left out, OpenTelemetry's
   * environment variables decide everything (the protocol too). OTEL_TRACES_EXPORTER and OTEL_LOGS_EXPORTER always
   * decide whether spans and log events are sent.
   */
  readonly otlp?: OtlpOptions | false | undefined;
  /**
   * How long the registered triads may score what is pending when the process stops, in milliseconds; 0 to 600,000.
   * @default 10,000
   */
  readonly shutdownTimeoutMs?: number | undefined;
  /**
   * How long `/metrics` stays up after the triads have stopped, in milliseconds, unless it is scraped once before;
   * 0 to 600,000. Give it a little more than the scrape interval.
   * @default 0
   */
  readonly finalScrapeGraceMs?: number | undefined;
  /**
   * How long the last flush to the OTLP receiver may take, in milliseconds; 0 to 600,000.
   * @default 10,000
   */
  readonly flushTimeoutMs?: number | undefined;
  /**
   * Whether SIGTERM, SIGINT and the natural end of the process (`beforeExit`) shut telemetry down.
   * @default true
   */
  readonly handleSignals?: boolean | undefined;
  /**
   * Told what goes wrong later: the metrics port cannot be listened on, or the shutdown lost something. What it throws
   * is ignored. Without it the error becomes a Node process warning. OpenTelemetry's `diag` is told in both cases.
   */
  readonly onError?: ((error: RagTriadError) => void) | undefined;
  /**
   * Further options for the NodeSDK of `@opentelemetry/sdk-node`, handed over as they are: `instrumentations`, `sampler`,
   * `views`, `resource`… What this function sets itself wins; `metricReaders` are added to its own.
   */
  readonly nodeSdk?: Readonly<Record<string, unknown>> | undefined;
}
