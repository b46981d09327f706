import type { SampleRatio } from "../config/options.ts";
import type { Clock } from "../core/clock.ts";
import type { EvaluationStatus } from "../core/evaluation.ts";
import type { CompletedEvent, EvaluatedEvent, TriadEvent } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import { judgeId, type Judge, type JudgeSet } from "../core/judge.ts";
import { isScored, type UnscoredReason } from "../core/outcome.ts";
import {
  scoringJobVersion,
  type MetricResult,
  type ScoringDispatcher,
  type ScoringJob,
  type ScoringResult,
} from "../core/scoring-job.ts";
import type { Slice } from "../core/slice.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";
import type { SpanAttributes, Tracing } from "../core/tracing.ts";
import { completionFacts, lastGenerationIdentity, traceparentOf, type CompletionFacts } from "./completed-event.ts";
import { decide, type Decisions } from "./decide.ts";
import { evaluatedEvent, thresholdsFor, type Evaluation } from "./evaluation.ts";
import type { ClassifyIntent } from "./intent-class.ts";
import { createJudgingNotes } from "./judging-notes.ts";
import { interactionOf } from "./interaction-of.ts";
import { forgetContent, type RequestRecord } from "./request-record.ts";
import type { SpanEnder } from "./span-ender.ts";
import type { Warn } from "./warnings.ts";

/** What evaluations become attributes of. */
export interface EvaluationAttributes {
  /** Attributes known at completion: chunk count, refusal, content if captured, and the slice once it is known. */
  completed(facts: CompletionFacts, interaction: Interaction, slice: Slice | undefined): SpanAttributes;
  /** Scores, outcomes, judges, status, quality, diagnosis, and content if captured. */
  evaluated(event: EvaluatedEvent): SpanAttributes;
  /** The status alone, for a span that ends before the rest is known. */
  status(status: EvaluationStatus): SpanAttributes;
  /** The explanation for the evaluation event, redacted; `undefined` unless content is captured. */
  explanation(result: MetricResult): string | undefined;
}

/** What evaluating works with. */
export interface EvaluationsOptions {
  readonly pipeline: string;
  readonly judges: JudgeSet;
  readonly overrides: readonly ThresholdOverride[];
  readonly sampleRatio: SampleRatio;
  readonly scoreTarget: "hold" | "link";
  readonly holdTimeoutMs: number;
  readonly judgeTimeoutMs: number;
  readonly maxPending: number;
  readonly tracing: Tracing;
  readonly dispatcher: ScoringDispatcher;
  readonly clock: Clock;
  readonly classify: ClassifyIntent;
  readonly isRefusal: (answer: string) => boolean;
  readonly attributes: EvaluationAttributes;
  readonly ender: SpanEnder;
  /** Telemetry and the users' listeners. Must not throw. */
  readonly emit: (event: TriadEvent) => void;
  readonly warn: Warn;
  /** Hears of a fault of ours. Must not throw. */
  readonly onFailure: (error: unknown) => void;
  /** Called after an evaluation is over. */
  readonly onIdle: () => void;
}

/** Takes complete requests through scoring to the end of their spans. */
export interface Evaluations {
  /** Off the request path, once a complete request. */
  evaluate(record: RequestRecord): void;
  /** Requests that wait for their intent class or a judge. */
  readonly pending: number;
  /** Request spans complete but not ended. */
  readonly held: number;
  /** When the oldest pending request was complete, in the clock's monotonic milliseconds. */
  readonly oldestMs: number | undefined;
}

/** Creates the evaluations and subscribes it to the dispatcher's results. */
export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { clock, dispatcher, tracing, emit, attributes, ender } = options;
  const notes = createJudgingNotes(options);
  const judges = Object.values(options.judges).filter((judge) => judge !== undefined);
  // In the order of completion: the first is the oldest.
  const waiting = new Map<string, RequestRecord>();
  const judging = new Map<string, Evaluation>();
  /** Requests whose spans have ended although their evaluations are not over. */
  const endedSpans = new WeakSet<RequestRecord>();
  let held = 0;

  function evaluate(record: RequestRecord): void {
    waiting.set(record.id, record);
    held++;
    contained(record, () => begin(record));
  }

  /** What runs in a turn of its own has nobody to throw to but the process; a request with a fault of ours is given up. */
  function contained(record: RequestRecord, f: () => void): void {
    try {
      f();
    } catch (error) {
      options.onFailure(error);
      if (!waiting.delete(record.id)) return;
      judging.delete(record.id);
      if (!endedSpans.has(record)) endRequestSpan(record);
      record.onEvaluated?.();
      options.onIdle();
    }
  }

  function begin(record: RequestRecord): void {
    const interaction = interactionOf(record);
    const facts = completionFacts(record, interaction, options.isRefusal);
    const decisions = decide(judges, {
      interaction,
      outcome: facts.outcome,
      cutOff: record.cutOff,
      evaluate: record.evaluate,
      sampleRatio: options.sampleRatio,
    });
    const mayWait = !record.cutOff && waiting.size <= options.maxPending;
    let settled = false;
    if (facts.outcome === "error" && facts.errorType !== undefined) record.span.fail(facts.errorType);
    options.classify(record.query, record.intentClass, mayWait, (intentClass) => {
      settled = true;
      const slice = { pipeline: options.pipeline, intentClass, modelVersion: record.modelVersion };
      contained(record, () => settle(record, interaction, { ...facts, slice }, decisions));
    });
    if (!settled && options.scoreTarget === "link" && decisions.isEvaluated) {
      // Those who would rather lose a score than a span in a crash do not wait for the intent class either.
      record.span.set({ ...attributes.completed(facts, interaction, undefined), ...attributes.status("linked") });
      endRequestSpan(record);
    }
  }

  // One turn of the event loop writes the request's counters and all its metrics' first states: conservation.
  function settle(
    record: RequestRecord,
    interaction: Interaction,
    completed: CompletedEvent,
    decisions: Decisions,
  ): void {
    const { slice } = completed;
    const spanEnded = endedSpans.has(record);
    const evaluation: Evaluation = {
      record,
      completed,
      interaction,
      target: lastGenerationIdentity(record) ?? completed.span,
      results: new Map(),
      pending: new Set(),
      span: spanEnded ? { state: "ended", status: "linked" } : { state: "held", cancelHold: () => {} },
    };
    for (const { metric } of decisions.judged) evaluation.pending.add(metric);
    const refused = submit(evaluation);
    emit(completed);
    for (const metric of evaluation.pending) emit({ type: "pending", id: record.id, slice, metric });
    for (const [judge, reason] of decisions.unscored) resolve(evaluation, judge, unscoredBy(judge, reason), false);
    for (const judge of refused?.judges ?? [])
      resolve(evaluation, judge, unscoredBy(judge, refused?.reason ?? "queue_full"), false);
    if (refused !== undefined) emit({ type: "dropped", id: record.id, slice, reason: refused.reason });
    if (!spanEnded) record.span.set(attributes.completed(completed, interaction, slice));
    if (options.scoreTarget === "link" && decisions.isEvaluated) endEarly(evaluation, "linked");
    if (evaluation.pending.size === 0) finish(evaluation);
    else if (evaluation.span.state === "held") {
      const remainingMs = Math.max(0, options.holdTimeoutMs - (clock.monotonicMs() - evaluation.record.completedMs));
      evaluation.span = { state: "held", cancelHold: clock.schedule(() => endEarly(evaluation, "late"), remainingMs) };
    }
  }

  function submit(
    evaluation: Evaluation,
  ): { readonly reason: UnscoredReason; readonly judges: readonly Judge[] } | undefined {
    if (evaluation.pending.size === 0) return undefined;
    const { record, completed, interaction } = evaluation;
    const traceparent = traceparentOf(completed.span);
    const job: ScoringJob = {
      version: scoringJobVersion,
      jobId: record.id,
      ...(traceparent !== undefined && { traceparent }),
      slice: completed.slice,
      deadlineEpochMs:
        clock.epochMs() + Math.max(0, options.judgeTimeoutMs - (clock.monotonicMs() - evaluation.record.completedMs)),
      metrics: [...evaluation.pending],
      interaction,
    };
    const answer = dispatcher.submit(job);
    if (answer === "accepted") {
      judging.set(record.id, evaluation);
      return undefined;
    }
    const refusedJudges = judges.filter(({ metric }) => evaluation.pending.has(metric));
    evaluation.pending.clear();
    return { reason: answer, judges: refusedJudges };
  }

  function resolve(evaluation: Evaluation, judge: Judge, result: MetricResult, wasPending: boolean): void {
    const { completed } = evaluation;
    evaluation.results.set(judge.metric, result);
    const explanation = attributes.explanation(result);
    notes.warn(judge, result);
    emit({
      type: "resolved",
      id: evaluation.record.id,
      slice: completed.slice,
      metric: judge.metric,
      result,
      thresholds: thresholdsFor(judge, result, completed.slice.intentClass, options.overrides),
      wasPending,
      ...(isScored(result.outcome) && { lagSeconds: (clock.monotonicMs() - evaluation.record.completedMs) / 1000 }),
      target: evaluation.target,
      ...(explanation !== undefined && { explanation }),
    });
    for (const comparison of notes.comparisons(judge, result, completed.slice)) emit(comparison);
  }

  function onResult(result: ScoringResult): void {
    const evaluation = judging.get(result.jobId);
    if (evaluation === undefined) return;
    judging.delete(result.jobId);
    contained(evaluation.record, () => {
      for (const judge of judges) {
        if (!evaluation.pending.delete(judge.metric)) continue;
        resolve(evaluation, judge, result.results[judge.metric] ?? unscoredBy(judge, "judge_error"), true);
      }
      finish(evaluation);
    });
  }

  function finish(evaluation: Evaluation): void {
    const { record, completed } = evaluation;
    const event = evaluatedEvent(evaluation, (metric, result) => {
      const judge = options.judges[metric];
      return judge === undefined
        ? { warning: 0, page: 0 }
        : thresholdsFor(judge, result, completed.slice.intentClass, options.overrides);
    });
    const scores = attributes.evaluated(event);
    if (evaluation.span.state === "held") {
      evaluation.span.cancelHold();
      record.span.set(scores);
      endRequestSpan(record);
    } else {
      const known = attributes.completed(completed, evaluation.interaction, completed.slice);
      const carrier = tracing.startEvaluation(completed.span, { ...known, ...scores });
      ender.end(() => carrier.end());
    }
    waiting.delete(record.id);
    forgetContent(record);
    emit(event);
    record.onEvaluated?.();
    options.onIdle();
  }

  function endEarly(evaluation: Evaluation, status: "late" | "linked"): void {
    if (evaluation.span.state === "ended") return;
    evaluation.span.cancelHold();
    evaluation.span = { state: "ended", status };
    evaluation.record.span.set(attributes.status(status));
    endRequestSpan(evaluation.record);
  }

  function endRequestSpan(record: RequestRecord): void {
    const { span, completedAt } = record;
    endedSpans.add(record);
    held--;
    ender.end(() => span.end(completedAt));
  }

  dispatcher.onResult(onResult);
  return {
    evaluate,
    get pending() {
      return waiting.size;
    },
    get held() {
      return held;
    },
    get oldestMs() {
      return waiting.values().next().value?.completedMs;
    },
  };
}

function unscoredBy(judge: Judge, reason: UnscoredReason): MetricResult {
  return { outcome: { reason }, judge: judgeId(judge) };
}
