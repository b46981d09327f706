import { isAsExpected, type Canaries, type CanaryCase } from "../core/canary.ts";
import { refuseOption } from "../core/check-options.ts";
import type { Clock } from "../core/clock.ts";
import type { CanaryEvent } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import type { JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import { scoringJobVersion, type ScoringDispatcher, type ScoringResult } from "../core/scoring-job.ts";
import { unknownSliceValue, type Slice } from "../core/slice.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";
import { thresholdsFor } from "./evaluation.ts";
import type { Warn } from "./warnings.ts";

/** What canaries need of their triad. */
export interface CanaryRoundsOptions {
  readonly canaries: Canaries;
  readonly pipeline: string;
  readonly judges: JudgeSet;
  readonly overrides: readonly ThresholdOverride[];
  readonly judgeTimeoutMs: number;
  readonly dispatcher: ScoringDispatcher;
  readonly clock: Clock;
  readonly createId: () => string;
  readonly emit: (event: CanaryEvent) => void;
  readonly warn: Warn;
}

/** A case with the metrics of it that the triad judges. */
interface Canary {
  readonly given: CanaryCase;
  readonly metrics: readonly MetricId[];
}

/**
 * Begins the rounds: each sends all cases through the dispatcher as background jobs, one after the other. A case that
 * finds no judge free ends its round early. Returns the end of it all.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` when no case expects anything of a judged metric.
 */
export function beginCanaryRounds(options: CanaryRoundsOptions): () => void {
  const { canaries, judges, dispatcher, clock } = options;
  const judged = canaries.cases.map((given): Canary => ({
    given,
    metrics: Object.keys(given.expect).filter((metric) => Object.hasOwn(judges, metric)),
  }));
  const all = judged.filter(({ metrics }) => metrics.length > 0);
  if (all.length === 0) {
    const rule = `cases that expect something of a metric that is judged (${Object.keys(judges).join(", ")})`;
    refuseOption(["canaries", "cases"], rule, canaries.cases);
  }
  let waiting: { readonly jobId: string; readonly canary: Canary; readonly rest: readonly Canary[] } | undefined;
  let cancel = clock.schedule(() => send(all), canaries.everyMs);

  function send([canary, ...rest]: readonly Canary[]): void {
    const jobId = options.createId();
    if (canary !== undefined && submit(jobId, canary)) waiting = { jobId, canary, rest };
    else cancel = clock.schedule(() => send(all), canaries.everyMs);
  }

  function submit(jobId: string, { given, metrics }: Canary): boolean {
    const answer = dispatcher.submit({
      version: scoringJobVersion,
      jobId,
      slice: sliceOf(given),
      deadlineEpochMs: clock.epochMs() + options.judgeTimeoutMs,
      metrics,
      interaction: interactionOf(jobId, given),
      background: true,
    });
    return answer === "accepted";
  }

  function sliceOf({ intentClass = unknownSliceValue }: CanaryCase): Slice {
    return { pipeline: options.pipeline, intentClass, modelVersion: unknownSliceValue };
  }

  function onResult({ jobId, results }: ScoringResult): void {
    if (waiting?.jobId !== jobId) return;
    const { canary, rest } = waiting;
    waiting = undefined;
    for (const metric of canary.metrics) tell(canary.given, metric, results);
    // By a timer, which does not keep the process alive: sent at once, one case after the other would, for the whole round.
    cancel = clock.schedule(() => send(rest), 0);
  }

  function tell(given: CanaryCase, metric: MetricId, results: ScoringResult["results"]): void {
    const [judge, result, expected] = [judges[metric], results[metric], given.expect[metric]];
    if (judge === undefined || result === undefined || expected === undefined) return;
    const thresholds = thresholdsFor(judge, result, sliceOf(given).intentClass, options.overrides);
    const passed = isAsExpected(expected, result, thresholds);
    const event = { type: "canary", pipeline: options.pipeline, metric, result } as const;
    options.emit(passed === undefined ? event : { ...event, passed });
    if (passed === false) {
      options.warn(
        "canary_failed",
        `The canary ${given.id} did not get the ${metric} it should have from judge ${result.judge} (expected ${inWords(expected)}).`,
      );
    }
  }

  const unsubscribe = dispatcher.onResult(onResult);
  return () => {
    cancel();
    unsubscribe();
    waiting = undefined;
  };
}

function interactionOf(id: string, { query, chunks, answer }: CanaryCase): Interaction {
  return {
    id,
    query,
    retrieval: "succeeded",
    chunks: chunks.map((chunk, rank) =>
      typeof chunk === "string" ? { id: `canary-${rank}`, text: chunk, rank } : chunk,
    ),
    answer,
  };
}

function inWords(expected: NonNullable<CanaryCase["expect"][MetricId]>): string {
  if (typeof expected === "string") return expected;
  return `from ${expected.atLeast ?? 0} to ${expected.atMost ?? 1}`;
}
