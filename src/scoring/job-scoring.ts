import type { Clock } from "../core/clock.ts";
import type { CpuAnswer, CpuExecutor, CpuJudge, Execution, Pause } from "../core/cpu-executor.ts";
import { errorTypeOf } from "../core/errors.ts";
import type { WarningCode } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import type { JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import { unmetPrecondition } from "../core/preconditions.ts";
import type { Random } from "../core/random.ts";
import type { MetricResults, ScoringJob } from "../core/scoring-job.ts";
import { abortCauseOf, watchAbort } from "./abort-reason.ts";
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

/** Creates a {@link JobScoring}: CPU-bound judges go to the executor together, the others run here. */
export function createJobScoring(options: JobScoringOptions): JobScoring {
  const { judges, clock, random, pause, execution = "auto" } = options;
  let warned = false;

  function scoreHere(
    interaction: Interaction,
    metrics: readonly MetricId[],
    signal: AbortSignal,
  ): Promise<MetricResults> {
    return scoreInteraction({ interaction, metrics, judges, signal, clock, random, pause });
  }

  async function scoreElsewhere(
    interaction: Interaction,
    cpuJudges: readonly CpuJudge[],
    signal: AbortSignal,
  ): Promise<MetricResults> {
    const metrics = cpuJudges.map(({ metric }) => metric);
    const all = (reason: UnscoredReason, errorType?: string) =>
      resultsOf(metrics.map((metric) => [metric, unscoredResult(judgeOf(judges, metric), reason, errorType)]));
    const answer = await ask(interaction, cpuJudges, signal);
    switch (answer.kind) {
      case "scored":
        return { ...all("judge_error", "judge_missing"), ...answer.results };
      case "failed":
        return all("judge_error", answer.errorType);
      case "aborted":
        return all(signal.aborted ? abortCauseOf(signal) : "shutdown");
      case "unavailable":
        warnUnavailable();
        return execution === "worker"
          ? all("judge_error", "worker_unavailable")
          : scoreHere(interaction, metrics, signal);
    }
  }

  async function ask(
    interaction: Interaction,
    cpuJudges: readonly CpuJudge[],
    signal: AbortSignal,
  ): Promise<CpuAnswer> {
    const { executor } = options;
    if (executor === undefined) return { kind: "unavailable" };
    const watch = watchAbort(signal);
    try {
      return await Promise.race([
        executor.execute({ interaction, judges: cpuJudges, signal }),
        watch.aborted.then((): CpuAnswer => ({ kind: "aborted" })),
      ]);
    } catch (error) {
      return { kind: "failed", errorType: errorTypeOf(error) };
    } finally {
      watch.stop();
    }
  }

  function warnUnavailable(): void {
    if (warned) return;
    warned = true;
    options.warn?.(
      "worker_unavailable",
      execution === "worker"
        ? 'No worker thread can run the judges, and `execution` is "worker": their metrics are `judge_error`.'
        : "No worker thread can run the judges, so they run on the main thread in short slices. " +
            'Keep rag-triad out of the bundle (mark it external), or set `execution` to "inline" to accept this.',
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
      const elsewhere: CpuJudge[] = [];
      const results: [MetricId, ReturnType<typeof unscoredResult>][] = [];
      for (const metric of new Set(job.metrics)) {
        const judge = judgeOf(judges, metric);
        if (judge === undefined || unmetOf(metric, job.interaction) !== undefined) {
          results.push([metric, unscoredOf(job, metric, "judge_error")]);
        } else if (judge.worker === undefined || execution === "inline") here.push(metric);
        else elsewhere.push({ metric, module: judge.worker });
      }
      const [hereResults, elsewhereResults] = await Promise.all([
        here.length === 0 ? undefined : scoreHere(job.interaction, here, signal),
        elsewhere.length === 0 ? undefined : scoreElsewhere(job.interaction, elsewhere, signal),
      ]);
      return { ...resultsOf(results), ...hereResults, ...elsewhereResults };
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
