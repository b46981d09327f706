import type { Clock } from "../core/clock.ts";
import type { Pause } from "../core/cpu-executor.ts";
import { errorTypeOf } from "../core/errors.ts";
import type { Interaction } from "../core/interaction.ts";
import { findJudge, judgeId, type Judge, type JudgeContext, type JudgeResult, type JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import { unscored } from "../core/outcome.ts";
import { unmetPrecondition } from "../core/preconditions.ts";
import type { Random } from "../core/random.ts";
import type { MetricResult, MetricResults } from "../core/scoring-job.ts";
import { abortCauseOf, watchAbort } from "./abort-reason.ts";
import { optional } from "./judge-detail.ts";
import { readJudgeResult } from "./judge-result.ts";
import { resultsOf } from "./results.ts";

/** What {@link scoreInteraction} needs. */
export interface ScoreInteractionInput {
  readonly interaction: Interaction;
  /** The metrics to score. Those without a judge are not in the result. */
  readonly metrics: readonly MetricId[];
  readonly judges: JudgeSet;
  /** Ends the judging: what is open then is `judge_timeout`, or `shutdown` if that is the signal's reason. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: Random;
  /** Handed to the judges when they run on a thread that also serves requests. */
  readonly pause?: Pause | undefined;
}

/** The judge of a metric, if the set has one of its own. */
export function judgeOf(judges: JudgeSet, metric: MetricId): Judge | undefined {
  return Object.hasOwn(judges, metric) ? judges[metric] : undefined;
}

/**
 * Scores one interaction: preconditions first, then the judges side by side. Whatever a judge does, its metric gets a
 * result and the others theirs: a failure is `judge_error`, nonsense `judge_invalid_output`, and a judge that is deaf to
 * the signal does not hold the result beyond its abort. Never rejects.
 */
export async function scoreInteraction(input: ScoreInteractionInput): Promise<MetricResults> {
  const watch = watchAbort(input.signal);
  const context = contextFor(input);
  try {
    const scoring = [...new Set(input.metrics)].map(async (metric) => {
      const judge = judgeOf(input.judges, metric);
      return judge === undefined
        ? undefined
        : ([metric, await scoreMetric(metric, judge, input, context, watch.aborted)] as const);
    });
    const entries = await Promise.all(scoring);
    return resultsOf(entries.filter((entry) => entry !== undefined));
  } finally {
    watch.stop();
  }
}

/** A judge's result, if it is one and names this judge or a member of it: ids are metric labels, and bounded. */
function soundResult(judge: Judge, value: unknown): JudgeResult | undefined {
  const result = readJudgeResult(value);
  return result === undefined || findJudge(judge, result.judge) === undefined ? undefined : result;
}

async function scoreMetric(
  metric: MetricId,
  judge: Judge,
  { interaction, signal, clock }: ScoreInteractionInput,
  context: JudgeContext,
  aborted: Promise<void>,
): Promise<MetricResult> {
  const id = judgeId(judge);
  const failed = (error: unknown): MetricResult => ({
    outcome: unscored("judge_error"),
    judge: id,
    errorType: errorTypeOf(error),
  });
  const cutShort = (): MetricResult => ({ outcome: unscored(abortCauseOf(signal)), judge: id });
  try {
    const unmet = unmetPrecondition(metric, interaction);
    if (unmet !== undefined) return { outcome: unscored(unmet), judge: id };
  } catch (error) {
    return failed(error);
  }
  if (signal.aborted) return cutShort();
  const startMs = clock.monotonicMs();
  const result = await Promise.race([
    ask(judge, interaction, context).then(
      (value) => soundResult(judge, value) ?? { outcome: unscored("judge_invalid_output"), judge: id },
      (error: unknown) => (signal.aborted ? cutShort() : failed(error)),
    ),
    aborted.then(cutShort),
  ]);
  return { ...result, judgeSeconds: Math.max(0, clock.monotonicMs() - startMs) / 1000 };
}

/** Turns a judge that throws, or answers at once, into one that answers later. */
async function ask(judge: Judge, interaction: Interaction, context: JudgeContext): Promise<unknown> {
  return judge.judge(interaction, context);
}

function contextFor({ signal, pause, clock, random }: ScoreInteractionInput): JudgeContext {
  const shared = new Map<symbol, unknown>();
  // A judge that works on after its deadline is stopped at its next pause: nobody waits for it any more.
  const pauseOrStop = pause && (() => (signal.aborted ? Promise.reject(signal.reason) : pause()));
  const context: JudgeContext = {
    signal,
    shared,
    clock,
    random,
    delegate: async (member, interaction) => {
      try {
        const result = soundResult(member, await ask(member, interaction, context));
        return result ?? { outcome: unscored("judge_invalid_output"), judge: judgeId(member) };
      } catch {
        return { outcome: unscored("judge_error"), judge: judgeId(member) };
      }
    },
    ...optional("pause", pauseOrStop),
  };
  return context;
}
