import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

/** Registers a real SDK whose exporters throw everything away, so that what is measured is not the network. */
export function registerDiscardingSdk(): {
  readonly tracerProvider: TracerProvider;
  readonly meterProvider: MeterProvider;
} {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracerProvider = new TracerProvider({
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} },
      }),
    ],
  });
  const meterProvider = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exportIntervalMillis: 10_000,
        exporter: {
          export: (_metrics, done) => done({ code: 0 }),
          forceFlush: async () => {},
          shutdown: async () => {},
          selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE,
        },
      }),
    ],
  });
  api.trace.setGlobalTracerProvider(tracerProvider);
  api.metrics.setGlobalMeterProvider(meterProvider);
  return { tracerProvider, meterProvider };
}
