import type { CompletedEvent, EvaluatedEvent, PendingEvent, ResolvedEvent } from "../../../src/core/events.ts";
import type { Slice } from "../../../src/core/slice.ts";
import type { SpanIdentity } from "../../../src/core/tracing.ts";
import { createTelemetry, type Telemetry, type TelemetryOptions } from "../../../src/telemetry/telemetry.ts";

export const noSpan: SpanIdentity = { traceId: "0".repeat(32), spanId: "0".repeat(16), traceFlags: 0 };
export const aSpan: SpanIdentity = { traceId: "a".repeat(32), spanId: "b".repeat(16), traceFlags: 1 };
export const aSlice: Slice = { pipeline: "support", intentClass: "billing", modelVersion: "m1" };
export const thresholds = { warning: 0.8, page: 0.7 };
export const allJudges = ["context_relevance", "groundedness", "answer_relevance"].map((metric) => ({
  metric,
  judge: "embedded/1",
  thresholds,
}));

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export function createTestTelemetry(options: Partial<TelemetryOptions> = {}): {
  readonly telemetry: Telemetry;
  readonly warnings: Warning[];
} {
  const warnings: Warning[] = [];
  const telemetry = createTelemetry({
    pipeline: "support",
    judges: allJudges,
    overrides: [],
    warn: (code, message) => void warnings.push({ code, message }),
    ...options,
  });
  return { telemetry, warnings };
}

export function completed(id: string, more: Partial<CompletedEvent> = {}): CompletedEvent {
  return {
    type: "completed",
    id,
    slice: aSlice,
    span: noSpan,
    outcome: "ok",
    durationSeconds: 0.3,
    retrievals: [],
    generations: [],
    retrievalEmpty: false,
    refusal: false,
    ...more,
  };
}

export function pending(id: string, metric: string, slice: Slice = aSlice): PendingEvent {
  return { type: "pending", id, slice, metric };
}

export function resolved(id: string, metric: string, more: Partial<ResolvedEvent> = {}): ResolvedEvent {
  return {
    type: "resolved",
    id,
    slice: aSlice,
    metric,
    result: { outcome: { score: 0.9 }, judge: "embedded/1" },
    thresholds,
    wasPending: false,
    target: noSpan,
    ...more,
  };
}

export function evaluated(id: string, more: Partial<EvaluatedEvent> = {}): EvaluatedEvent {
  return {
    type: "evaluated",
    id,
    slice: aSlice,
    span: noSpan,
    status: "scored",
    results: {},
    diagnosis: "none",
    ...more,
  };
}
