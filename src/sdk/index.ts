export { startRagTelemetry } from "./start-rag-telemetry.ts";
export type { RagTelemetry, ShutdownTarget } from "./rag-telemetry.ts";
export type { MetricsChoice, OtlpOptions, PrometheusOptions, RagTelemetryOptions } from "./options.ts";
