import type { CpuAnswer, CpuExecutor, CpuJudge, Execution } from "../core/cpu-executor.ts";
import { errorTypeOf } from "../core/errors.ts";
import type { WarningCode } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import type { Judge } from "../core/judge.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import type { MetricResults } from "../core/scoring-job.ts";
import { abortCauseOf, watchAbort } from "./abort-reason.ts";
import { resultsOf, unscoredResult } from "./results.ts";

/** What CPU-bound judges run with. */
export interface CpuScoringOptions {
  readonly execution: Execution;
  /** Without it no worker is available. */
  readonly executor?: CpuExecutor | undefined;
  readonly warn?: ((code: WarningCode, message: string) => void) | undefined;
}

/** Judges of one {@link workerKey} share a task: one reading of the interaction serves them all, and they end together. */
export function workerKey(judge: Judge): string {
  return JSON.stringify([judge.worker?.module, judge.worker?.factory]);
}

/**
 * Scores with CPU-bound judges of one worker module, one a metric, away from this thread; `undefined` when that must be
 * done here. Never rejects.
 */
export type CpuScoring = (
  interaction: Interaction,
  judges: readonly Judge[],
  signal: AbortSignal,
) => Promise<MetricResults | undefined>;

/** Creates the scoring on an executor. That none can take a task is warned of once. */
export function createCpuScoring({ execution, executor, warn }: CpuScoringOptions): CpuScoring {
  let warned = false;

  async function ask(interaction: Interaction, judges: readonly CpuJudge[], signal: AbortSignal): Promise<CpuAnswer> {
    if (executor === undefined) return { kind: "unavailable" };
    const watch = watchAbort(signal);
    try {
      return await Promise.race([
        executor.execute({ interaction, judges, signal }),
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
    warn?.(
      "worker_unavailable",
      execution === "worker"
        ? 'No worker thread can run the judges, and `execution` is "worker": their metrics are `judge_error`.'
        : "No worker thread can run the judges, so they run on the main thread in short slices. " +
            'Keep rag-triad out of the bundle (mark it external), or set `execution` to "inline" to accept this.',
    );
  }

  return async (interaction, judges, signal) => {
    const all = (reason: UnscoredReason, errorType?: string): MetricResults =>
      resultsOf(judges.map((judge) => [judge.metric, unscoredResult(judge, reason, errorType)]));
    const modules = judges.flatMap(({ metric, worker }) => (worker === undefined ? [] : [{ metric, module: worker }]));
    const answer = await ask(interaction, modules, signal);
    switch (answer.kind) {
      case "scored":
        return { ...all("judge_error", "judge_missing"), ...answer.results };
      case "failed":
        return all("judge_error", answer.errorType);
      case "aborted":
        return all(signal.aborted ? abortCauseOf(signal) : "shutdown");
      case "unavailable":
        warnUnavailable();
        return execution === "worker" ? all("judge_error", "worker_unavailable") : undefined;
    }
  };
}
