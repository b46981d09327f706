import type { Clock } from "../core/clock.ts";
import type { Pause } from "../core/cpu-executor.ts";
import type { Interaction } from "../core/interaction.ts";
import type { Judge, JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { Random } from "../core/random.ts";
import type { MetricResult, MetricResults } from "../core/scoring-job.ts";
import type { Slice } from "../core/slice.ts";
import { sumOfFindings, sumOfUsage } from "../core/usage.ts";
import { askJudge, type Answer, type AskElsewhere, type Asking } from "./ask-judge.ts";
import { createCallLog, type CallSummary } from "./call-log.ts";
import { createSharedMaps } from "./judge-context.ts";
import { optional } from "./judge-detail.ts";
import { resultsOf } from "./results.ts";
import type { Scope } from "./scope.ts";

/** What {@link scoreInteraction} needs. */
export interface ScoreInteractionInput {
  readonly interaction: Interaction;
  /** The metrics to score. Those without a judge are not in the result. */
  readonly metrics: readonly MetricId[];
  readonly judges: JudgeSet;
  /** Ends the judging: what is open then is `judge_timeout`, or `shutdown` if that is the signal's reason. */
  readonly signal: AbortSignal;
  /** When `signal` will be aborted, on the clock's monotonic scale in milliseconds: combined judges share the time out. */
  readonly deadlineMs?: number | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** The slice of the request, for judges that depend on it. */
  readonly slice?: Slice | undefined;
  /** Handed to the judges when they run on a thread that also serves requests. */
  readonly pause?: Pause | undefined;
  /** Asks members of combined judges that are CPU-bound where such judges run. */
  readonly askElsewhere?: AskElsewhere | undefined;
}

/** The judge of a metric, if the set has one of its own. */
export function judgeOf(judges: JudgeSet, metric: MetricId): Judge | undefined {
  return Object.hasOwn(judges, metric) ? judges[metric] : undefined;
}

/**
 * Scores one interaction, the judges side by side. Whatever a judge does, its metric gets a result and the others
 * theirs: see {@link askJudge}. Never rejects.
 */
export async function scoreInteraction(input: ScoreInteractionInput): Promise<MetricResults> {
  const { clock, random, slice, pause, askElsewhere, signal, deadlineMs } = input;
  const asking: Asking = { clock, random, slice, pause, askElsewhere, sharedOf: createSharedMaps() };
  const scoring = [...new Set(input.metrics)].map(async (metric) => {
    const judge = judgeOf(input.judges, metric);
    if (judge === undefined) return undefined;
    return [metric, await scoreMetric(asking, judge, input.interaction, { signal, deadlineMs })] as const;
  });
  const entries = await Promise.all(scoring);
  return resultsOf(entries.filter((entry) => entry !== undefined));
}

async function scoreMetric(
  asking: Asking,
  judge: Judge,
  interaction: Interaction,
  scope: Scope,
): Promise<MetricResult> {
  const log = createCallLog(asking.clock);
  const startMs = asking.clock.monotonicMs();
  const answer = await askJudge(asking, { judge, interaction, scope, log, isMember: false });
  const elapsedSeconds = Math.max(0, asking.clock.monotonicMs() - startMs) / 1000;
  return metricResult(answer, log.seal("judge_timeout"), elapsedSeconds);
}

/** The result of a metric: its judge's answer, with all that the judges it asked took, used and found. */
function metricResult(answer: Answer, { calls, warnings, asked }: CallSummary, judgeSeconds: number): MetricResult {
  const { outcome, judge, detail, shadows, errorType } = answer;
  const failed = calls.findLast(
    (call) => call.judge === judge && "reason" in outcome && call.reason === outcome.reason,
  );
  return {
    outcome,
    judge,
    ...optional("usage", sumOfUsage(calls.map(({ usage }) => usage))),
    ...optional("detail", detail),
    ...optional("findings", sumOfFindings(calls.map(({ findings }) => findings))),
    ...optional("shadows", shadows),
    ...optional("warnings", warnings.length === 0 ? undefined : warnings),
    ...(asked > 0 && { judgeSeconds }),
    ...optional("errorType", errorType ?? failed?.errorType),
    ...(asked > 1 && { calls }),
  };
}
