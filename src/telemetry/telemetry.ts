import * as api from "@opentelemetry/api";
import type { TriadEvent, WarningCode } from "../core/events.ts";
import type { MetricId } from "../core/metric.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";
import type { Tracing } from "../core/tracing.ts";
import { createContainment } from "./containment.ts";
import type { LoggerLike } from "./evaluation-log.ts";
import { createObserver } from "./observer.ts";
import { register, type RegisteredJudge } from "./registration.ts";
import { createTracing } from "./tracing.ts";

/** What a triad's telemetry is made from. */
export interface TelemetryOptions {
  readonly pipeline: string;
  /** Every judge whose scores may come, members of combined judges included. */
  readonly judges: readonly RegisteredJudge[];
  /** The metrics that canaries go through the judges of. @default none */
  readonly canaryMetrics?: readonly MetricId[] | undefined;
  /** Thresholds set in options or the configuration file. */
  readonly overrides: readonly ThresholdOverride[];
  /** @default the global one, looked up at each span */
  readonly tracerProvider?: api.TracerProvider | undefined;
  /** @default the global one, looked up at each request */
  readonly meterProvider?: api.MeterProvider | undefined;
  /** @default the global one, where the API has logs (1.10) */
  readonly logger?: LoggerLike | undefined;
  /** Slices (`other` included) per MeterProvider. @default ⌊1999 ÷ (metrics × outcomes)⌋ */
  readonly maxSlices?: number | undefined;
  /** Receives what is wrong with telemetry; the same warning at most once a minute. */
  warn(code: WarningCode, message: string): void;
}

/** A triad's spans, metrics and evaluation events. */
export interface Telemetry {
  readonly tracing: Tracing;
  /** Records what an event means. Synchronous; never throws. */
  observe(event: TriadEvent): void;
  /** Stops observing the triad's thresholds; an SDK goes on exporting those it has seen. What is observed afterwards is still recorded. */
  close(): void;
}

/** Creates the telemetry of one triad. Needs no SDK, and takes one that is registered later. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { pipeline, judges, overrides } = options;
  const containment = createContainment(
    (code, message) => options.warn(code, message),
    () => performance.now(),
  );
  const registration = {
    pipeline,
    judges,
    overrides,
    canaryMetrics: options.canaryMetrics ?? [],
    metrics: [...new Set(judges.map(({ metric }) => metric))],
    meterProvider: (): api.MeterProvider => options.meterProvider ?? api.metrics.getMeterProvider(),
  };
  const observe = createObserver({ registration, maxSlices: options.maxSlices, logger: options.logger, containment });
  return {
    tracing: createTracing(options.tracerProvider, containment),
    observe,
    close: register(registration),
  };
}
