import { startRagTelemetry, type RagTelemetry } from "rag-triad/sdk";
import { createTraceKeeper, type TraceKeeper } from "./trace-keeper.ts";

/** The demo's telemetry: `/metrics`, and spans to an OTLP receiver or into memory. */
export interface DemoTelemetry {
  readonly telemetry: RagTelemetry;
  readonly metricsUrl: string;
  /** The last traces, when no OTLP receiver gets them. */
  readonly traces: TraceKeeper | undefined;
}

/** Starts telemetry and waits until `/metrics` is up; port 0 is any free one. */
export async function startDemoTelemetry(metricsPort: number): Promise<DemoTelemetry> {
  const sendsTraces = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"].some(
    (name) => process.env[name],
  );
  const traces = sendsTraces ? undefined : createTraceKeeper();
  const telemetry = startRagTelemetry({
    serviceName: "rag-triad-demo",
    prometheus: { host: "127.0.0.1", port: metricsPort },
    ...(traces === undefined ? {} : { otlp: false, nodeSdk: { spanProcessors: [traces.processor] } }),
    // The demo has an order of its own: the service first, then the triads, then this.
    handleSignals: false,
  });
  await telemetry.ready;
  if (telemetry.metricsUrl === undefined) throw new Error("/metrics is not served: OTEL_METRICS_EXPORTER excludes it.");
  return { telemetry, metricsUrl: telemetry.metricsUrl, traces };
}
