export { canaries, type CanariesOptions } from "./config/canaries.ts";
export type { LoggerLike, MeterProviderLike, TracerProviderLike } from "./config/collaborators.ts";

export type { IntentClassifier, RagTriadConfig, RagTriadOptions, SampleRatio, ScoreTarget } from "./config/options.ts";
export type { Canaries, CanaryCase, CanaryExpectation } from "./core/canary.ts";
export type { Chunk } from "./core/chunk.ts";
export type { JudgedChunk, JudgedClaim, Verdict } from "./core/claim.ts";
export type { Clock } from "./core/clock.ts";
export type { ContentKind, Redact } from "./core/content.ts";
export type { Execution } from "./core/cpu-executor.ts";
export { isRagTriadError, RagTriadError, type ErrorCode } from "./core/errors.ts";
export type { Diagnosis, EvaluationStatus } from "./core/evaluation.ts";
export type {
  CompletedEvent,
  DroppedEvent,
  EvaluatedEvent,
  RequestOutcome,
  TriadEventMap,
  WarningCode,
  WarningEvent,
} from "./core/events.ts";
export type { Interaction, InteractionField, InteractionVersions } from "./core/interaction.ts";
export { interactionLimits } from "./core/interaction.ts";
export {
  judgeId,
  type DelegateOptions,
  type Detail,
  type FindingId,
  type Findings,
  type Judge,
  type JudgeContext,
  type JudgeId,
  type JudgeModule,
  type JudgeNotes,
  type JudgeResult,
  type JudgeSet,
  type JudgeWarning,
  type ShadowScore,
  type Usage,
} from "./core/judge.ts";
export {
  isJudgeFailure,
  JudgeFailure,
  type JudgeFailureOptions,
  type JudgeFailureReason,
} from "./core/judge-failure.ts";
export { triadMetrics, type MetricId, type TriadMetric } from "./core/metric.ts";
export { unscoredReasons, type Outcome, type UnscoredReason } from "./core/outcome.ts";
export type { Random } from "./core/random.ts";
export type { JudgeCall, MetricResult, MetricResults } from "./core/scoring-job.ts";
export type { Slice } from "./core/slice.ts";
export {
  literatureThresholds,
  type Quality,
  type Severity,
  type ThresholdOverride,
  type Thresholds,
} from "./core/thresholds.ts";
export type { SpanIdentity } from "./core/tracing.ts";
export { createRagTriad } from "./instrument/create-rag-triad.ts";
export { readCalibration } from "./instrument/read-calibration.ts";
export { readConfig } from "./instrument/read-config.ts";
export { scoreInteraction, type ScoreOptions } from "./instrument/score-interaction.ts";
export type {
  AnyFunction,
  FlushReport,
  GeneratorOptions,
  RagRequest,
  RagTriad,
  RetrieverOptions,
  RetrieverReading,
  RunInput,
  TriadSnapshot,
} from "./instrument/triad.ts";
export type { Calibration, CalibrationPoint, MetricCalibration } from "./judge/calibration/calibration.ts";
export { fitCalibration, type CalibrationSample } from "./judge/calibration/fit-calibration.ts";
export { fallback, type FallbackOptions } from "./judge/combine/fallback.ts";
export { route, type RouteOptions } from "./judge/combine/route.ts";
export { shadow, type ShadowOptions } from "./judge/combine/shadow.ts";
export { split, type SplitOptions } from "./judge/combine/split.ts";
export { embeddedJudges, type EmbeddedJudgesOptions } from "./judge/embedded/embedded-judges.ts";
export type { Embedder, Vector } from "./judge/embedder.ts";
export { embeddingJudges } from "./judge/embedding/embedding-judges.ts";
export type { EmbeddingJudgesOptions, EmbeddingMetric } from "./judge/embedding/options.ts";
export type { JsonSchema, JudgeModel, JudgeModelReply, JudgeModelRequest } from "./judge/judge-model.ts";
export { criteriaJudge } from "./judge/llm/criteria/criteria-judge.ts";
export type { CriteriaJudgeOptions } from "./judge/llm/criteria/options.ts";
export { llmJudges, type LlmJudgesOptions } from "./judge/llm/llm-judges.ts";
export type { PromptId, PromptOverrides } from "./judge/llm/prompt.ts";
export { circuitBreaker, type CircuitBreakerOptions, type CircuitState } from "./resilience/breaker/circuit-breaker.ts";
export type { ConsecutiveFailures, FailureRatio, TripRule } from "./resilience/breaker/trip.ts";
export { budget, type BudgetEvent, type BudgetOptions } from "./resilience/budget/budget.ts";
export { bulkhead, type BulkheadOptions } from "./resilience/bulkhead.ts";
export { compose } from "./resilience/compose.ts";
export { judgePolicy, type JudgePolicyOptions } from "./resilience/judge-policy.ts";
export type { Policy, PolicyCall, PolicyContext } from "./resilience/policy.ts";
export { rateLimit, type RateLimitOptions } from "./resilience/rate-limit/rate-limit.ts";
export { retry, type RetryOptions } from "./resilience/retry.ts";
export { timeout, type TimeoutOptions } from "./resilience/timeout.ts";
