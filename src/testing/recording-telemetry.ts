import { createRecordingMeterProvider, type RecordedMetrics } from "./recording-meter.ts";
import { createRecordingTracerProvider, type RecordedSpan } from "./recording-tracer.ts";

/** A log record as it was emitted. */
export interface RecordedLog {
  readonly eventName?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Providers that keep everything in memory, for tests that want neither an SDK nor a network. */
export interface RecordingTelemetry {
  /** Pass these to `createRagTriad`. */
  readonly providers: {
    readonly tracerProvider: { getTracer(name: string, version?: string): object };
    readonly meterProvider: { getMeter(name: string, version?: string): object };
    readonly logger: { emit(record: object): void };
  };
  /** The spans that have ended, in the order they ended. */
  readonly spans: readonly RecordedSpan[];
  readonly metrics: RecordedMetrics;
  readonly logs: readonly RecordedLog[];
}

/** Creates the recorder. Spans know their parents only under an OpenTelemetry context manager. */
export function createRecordingTelemetry(): RecordingTelemetry {
  const spans: RecordedSpan[] = [];
  const logs: RecordedLog[] = [];
  const { meterProvider, metrics } = createRecordingMeterProvider();
  return {
    providers: {
      tracerProvider: createRecordingTracerProvider((span) => void spans.push(span)),
      meterProvider,
      logger: { emit: (record) => void logs.push(record) },
    },
    spans,
    metrics,
    logs,
  };
}
