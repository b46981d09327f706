import type { Diagnosis, EvaluationStatus } from "./evaluation.ts";
import { judgeWarningCodes, type JudgeWarning } from "./judge.ts";
import type { MetricId } from "./metric.ts";
import type { UnscoredReason } from "./outcome.ts";
import type { MetricResult, MetricResults } from "./scoring-job.ts";
import type { Slice } from "./slice.ts";
import type { Quality, Thresholds } from "./thresholds.ts";
import type { SpanIdentity } from "./tracing.ts";

/** How a request ended for its caller. */
export type RequestOutcome = "ok" | "error" | "abandoned";

/** One retriever call. */
export interface RetrievalFacts {
  readonly durationSeconds: number;
  readonly chunkCount: number;
  /** The class or code of its failure, never a message. */
  readonly errorType?: string;
}

/** One generator call that produced parts. */
export interface GenerationFacts {
  /** From the generation span's start to the first part; left out when no part came. */
  readonly timeToFirstPartSeconds?: number;
  readonly errorType?: string;
}

/** A request is complete: its work has settled and every generator stream in it has ended. Its slice is known. */
export interface CompletedEvent {
  readonly type: "completed";
  readonly id: string;
  readonly slice: Slice;
  readonly span: SpanIdentity;
  readonly outcome: RequestOutcome;
  /** The class or code of the failure, never a message. */
  readonly errorType?: string;
  readonly durationSeconds: number;
  readonly retrievals: readonly RetrievalFacts[];
  readonly generations: readonly GenerationFacts[];
  /** Retrieval succeeded and brought nothing. */
  readonly retrievalEmpty: boolean;
  /** The whole answer is a refusal. */
  readonly refusal: boolean;
}

/** A metric of a completed request waits for its judge. Follows `completed` in the same tick. */
export interface PendingEvent {
  readonly type: "pending";
  readonly id: string;
  readonly slice: Slice;
  readonly metric: MetricId;
}

/** A metric of a completed request has its outcome; exactly one a metric and request. */
export interface ResolvedEvent {
  readonly type: "resolved";
  readonly id: string;
  readonly slice: Slice;
  readonly metric: MetricId;
  readonly result: MetricResult;
  /** The thresholds in force for this metric, judge and intent class. */
  readonly thresholds: Thresholds;
  /** Whether a `pending` event came before. */
  readonly wasPending: boolean;
  /** Answer complete to scored; left out when nothing was judged. */
  readonly lagSeconds?: number;
  /** The span that the evaluation event belongs to: the generation span, else the request's. */
  readonly target: SpanIdentity;
  /** The judge's explanation, redacted and cut; only when content is captured. */
  readonly explanation?: string;
}

/** A request's evaluation is over; exactly one a request, scored or not. */
export interface EvaluatedEvent {
  readonly type: "evaluated";
  readonly id: string;
  readonly slice: Slice;
  readonly span: SpanIdentity;
  readonly status: EvaluationStatus;
  /** The outcomes, judges and details. Details hold content: they stay in process. */
  readonly results: MetricResults;
  readonly quality?: Quality;
  readonly diagnosis: Diagnosis;
}

/** The bounded queue refused a request. */
export interface DroppedEvent {
  readonly type: "dropped";
  readonly id: string;
  readonly slice: Slice;
  readonly reason: UnscoredReason;
}

/** Something about telemetry or scoring is not as it should be; the user's request was not touched by it. */
export interface WarningEvent {
  readonly type: "warning";
  /** Stable, `snake_case`; listed in docs/warnings.md. */
  readonly code: WarningCode;
  /** What happened and what to do; never carries content or an error's message. */
  readonly message: string;
}

/** A retriever was called outside any request: a span and a duration only. */
export interface LooseRetrievalEvent {
  readonly type: "loose_retrieval";
  readonly slice: Slice;
  readonly retrieval: RetrievalFacts;
}

/** A primary and a shadow judge scored the same interaction. */
export interface ComparedEvent {
  readonly type: "compared";
  readonly pipeline: string;
  readonly metric: MetricId;
  readonly judge: string;
  readonly shadowJudge: string;
  readonly difference: number;
  readonly agree: boolean;
}

/** A canary with a known answer went through the judge of a metric. */
export interface CanaryEvent {
  readonly type: "canary";
  readonly pipeline: string;
  readonly metric: MetricId;
  readonly result: MetricResult;
  /** Whether the result is what the canary expects; left out when the judge failed, which says nothing about its judgement. */
  readonly passed?: boolean;
}

/** Everything that telemetry subscribes to. */
export type TriadEvent =
  | CompletedEvent
  | PendingEvent
  | ResolvedEvent
  | EvaluatedEvent
  | DroppedEvent
  | WarningEvent
  | LooseRetrievalEvent
  | ComparedEvent
  | CanaryEvent;

/** The events that users subscribe to with `triad.on`. */
export interface TriadEventMap {
  readonly completed: CompletedEvent;
  readonly evaluated: EvaluatedEvent;
  readonly dropped: DroppedEvent;
  readonly warning: WarningEvent;
}

const ownWarningCodes = [
  "listener_failed",
  "run_input_invalid",
  "reader_failed",
  "result_unreadable",
  "intent_class_failed",
  "intent_class_late",
  "slice_value_invalid",
  "redact_failed",
  "wait_until_failed",
  "telemetry_failed",
  "value_not_finite",
  "slice_limit_reached",
  "worker_unavailable",
  "worker_died",
  "judge_failed",
  "canary_failed",
  "api_version_mismatch",
  "run_after_shutdown",
] as const;

/** One of {@link warningCodes}. */
export type WarningCode = (typeof ownWarningCodes)[number] | JudgeWarning["code"];

/** The warnings there are; docs/warnings.md says what to do about each. */
export const warningCodes: readonly WarningCode[] = [...ownWarningCodes, ...judgeWarningCodes];
