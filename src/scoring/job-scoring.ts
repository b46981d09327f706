import type { Clock } from "../core/clock.ts";
import type { CpuExecutor, Execution, Pause } from "../core/cpu-executor.ts";
import type { WarningCode } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import type { Judge, JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import { unmetPrecondition } from "../core/preconditions.ts";
import type { Random } from "../core/random.ts";
import type { MetricResults, ScoringJob } from "../core/scoring-job.ts";
import { createCpuScoring, workerKey } from "./cpu-scoring.ts";
import { createMemberBatches } from "./member-batches.ts";
import { resultsOf, unscoredResult } from "./results.ts";
import { judgeOf, scoreInteraction } from "./score-interaction.ts";

/** What jobs are scored with. */
export interface JobScoringOptions {
  readonly judges: JudgeSet;
  readonly clock: Clock;
  readonly random: Random;
  /** @default "auto" */
  readonly execution?: Execution | undefined;
  /** Takes the judges that name a `worker` module; without it no worker is available. */
  readonly executor?: CpuExecutor | undefined;
  readonly pause?: Pause | undefined;
  readonly warn?: ((code: WarningCode, message: string) => void) | undefined;
}

/** Scores the metrics of jobs. */
export interface JobScoring {
  /** Scores every metric of the job. Settles soon after the signal's abort, whatever the judges do; never rejects. */
  score(job: ScoringJob, signal: AbortSignal): Promise<MetricResults>;
  /** The results of a job whose judges were not asked. A metric that could not have been judged says so instead. */
  unscored(job: ScoringJob, reason: UnscoredReason, errorType?: string): MetricResults;
}

/**
 * Creates a {@link JobScoring}: CPU-bound judges go to the executor, those of one module together, so that a slow model
 * neither delays the others nor takes their scores along at the deadline. The others run here; those of their members that
 * are CPU-bound go to the executor too.
 */
export function createJobScoring(options: JobScoringOptions): JobScoring {
  const { judges, clock, random, pause, execution = "auto", executor, warn } = options;
  const cpuScoring = createCpuScoring({ execution, executor, warn });

  function scoreHere(job: ScoringJob, metrics: readonly MetricId[], signal: AbortSignal): Promise<MetricResults> {
    return scoreInteraction({
      interaction: job.interaction,
      metrics,
      judges,
      signal,
      deadlineMs: clock.monotonicMs() + Math.max(0, job.deadlineEpochMs - clock.epochMs()),
      clock,
      random,
      slice: job.slice,
      pause,
      askElsewhere: execution === "inline" ? undefined : createMemberBatches(cpuScoring, clock),
    });
  }

  async function scoreElsewhere(
    job: ScoringJob,
    cpuJudges: readonly Judge[],
    signal: AbortSignal,
  ): Promise<MetricResults> {
    const results = await cpuScoring(job.interaction, cpuJudges, signal);
    if (results !== undefined) return results;
    return scoreHere(
      job,
      cpuJudges.map(({ metric }) => metric),
      signal,
    );
  }

  function unscoredOf(job: ScoringJob, metric: MetricId, reason: UnscoredReason, errorType?: string) {
    const judge = judgeOf(judges, metric);
    if (judge === undefined) return unscoredResult(judge, "judge_error", "judge_missing");
    const unmet = unmetOf(metric, job.interaction);
    return unmet === undefined ? unscoredResult(judge, reason, errorType) : unscoredResult(judge, unmet);
  }

  return {
    async score(job, signal) {
      const here: MetricId[] = [];
      const elsewhere = new Map<string, Judge[]>();
      const results: [MetricId, ReturnType<typeof unscoredResult>][] = [];
      for (const metric of new Set(job.metrics)) {
        const judge = judgeOf(judges, metric);
        if (judge === undefined || unmetOf(metric, job.interaction) !== undefined) {
          results.push([metric, unscoredOf(job, metric, "judge_error")]);
        } else if (judge.worker === undefined || execution === "inline") here.push(metric);
        else {
          const key = workerKey(judge);
          elsewhere.set(key, [...(elsewhere.get(key) ?? []), judge]);
        }
      }
      const parts = await Promise.all([
        ...(here.length === 0 ? [] : [scoreHere(job, here, signal)]),
        ...[...elsewhere.values()].map((group) => scoreElsewhere(job, group, signal)),
      ]);
      return parts.reduce((all, part) => ({ ...all, ...part }), resultsOf(results));
    },
    unscored: (job, reason, errorType) =>
      resultsOf([...new Set(job.metrics)].map((metric) => [metric, unscoredOf(job, metric, reason, errorType)])),
  };
}

/** The unmet precondition; none of an interaction that is none, so that the judging says what is wrong with it. */
function unmetOf(metric: MetricId, interaction: Interaction): UnscoredReason | undefined {
  try {
    return unmetPrecondition(metric, interaction);
  } catch {
    return undefined;
  }
}
