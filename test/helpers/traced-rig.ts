import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from "@opentelemetry/sdk-trace";
import { createMetricsRig, type MetricsRig } from "../integration/telemetry/metrics-rig.ts";

/** A real SDK in memory: spans, metrics, and a context manager registered with the API. */
export interface TracedRig extends MetricsRig {
  readonly tracerProvider: TracerProvider;
  readonly tracer: api.Tracer;
  spans(name?: string): readonly ReadableSpan[];
}

/** Creates the rig; the context manager is registered once a process. */
export function createTracedRig(): TracedRig {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return {
    ...createMetricsRig(),
    tracerProvider,
    tracer: tracerProvider.getTracer("application"),
    spans: (name) => exporter.getFinishedSpans().filter((span) => name === undefined || span.name === name),
  };
}

/** The one span of a name. */
export function onlySpan(rig: TracedRig, name: string): ReadableSpan {
  const found = rig.spans(name);
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`Expected one span \`${name}\`, got ${found.length}`);
  return found[0];
}
