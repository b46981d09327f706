import type { Canaries } from "../core/canary.ts";
import type { JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";
import type { MeterProviderLike, LoggerLike, TracerProviderLike } from "./collaborators.ts";
import type { Redact } from "../core/content.ts";
import type { Execution } from "../core/cpu-executor.ts";
import type { IntentClassifier, SampleRatio, ScoreTarget } from "./options.ts";

/** Where captured content may go. */
export interface ContentTargets {
  readonly spans: boolean;
  readonly events: boolean;
}

/** The options of a triad, complete: every source merged, every value checked. */
export interface ResolvedRagTriadOptions {
  readonly pipeline: string;
  readonly modelVersion: string;
  readonly intentClass: string | IntentClassifier;
  /** `undefined` when none were given: the embedded judges then. */
  readonly judges: JudgeSet | undefined;
  readonly canaries: Canaries | undefined;
  readonly sampleRatio: SampleRatio;
  readonly maxPending: number;
  readonly concurrency: number;
  readonly workers: number;
  /** `undefined`: derived from the SDK's series limit. */
  readonly maxSlices: number | undefined;
  /** Whether content is recorded anywhere: one of {@link contentTargets} is on. */
  readonly captureContent: boolean;
  /** Both, none, or what `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` asks for. */
  readonly contentTargets: ContentTargets;
  readonly redact: Redact | undefined;
  readonly maxContentCharacters: number;
  readonly tracerProvider: TracerProviderLike | undefined;
  readonly meterProvider: MeterProviderLike | undefined;
  readonly logger: LoggerLike | undefined;
  readonly waitUntil: ((promise: Promise<unknown>) => void) | undefined;
  readonly disabled: boolean;
  readonly holdTimeoutMs: number;
  readonly judgeTimeoutMs: number;
  readonly streamIdleTimeoutMs: number;
  readonly intentTimeoutMs: number;
  readonly scoreTarget: ScoreTarget;
  readonly execution: Execution;
  readonly thresholds: readonly ThresholdOverride[];
}

/** The share of interactions whose `metric` is scored. */
export function sampleRatioOf(sampleRatio: SampleRatio, metric: MetricId): number {
  if (typeof sampleRatio === "number") return sampleRatio;
  return Object.hasOwn(sampleRatio, metric) ? (sampleRatio[metric] ?? 1) : 1;
}
