import type { Clock } from "../../core/clock.ts";
import type { Random } from "../../core/random.ts";
import type { CpuExecutor } from "../../core/cpu-executor.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { JudgeSet } from "../../core/judge.ts";
import { triadMetrics } from "../../core/metric.ts";
import { scoringJobVersion, type ScoringJob } from "../../core/scoring-job.ts";
import { unknownSliceValue } from "../../core/slice.ts";
import { abortReason } from "../../scoring/abort-reason.ts";
import { createJobScoring, type JobScoringOptions } from "../../scoring/job-scoring.ts";
import type { LineScoring, TriadResults } from "./line-scoring.ts";
import { createSlots } from "./slots.ts";

/** What a {@link LineScoring} is made of. */
export interface JudgeScoringOptions {
  /** One for each metric of the triad. */
  readonly judges: JudgeSet;
  readonly executor: CpuExecutor;
  readonly clock: Clock;
  readonly random: Random;
  /** Interactions that the executor holds at once. */
  readonly concurrency: number;
  /** How long the executor may take for one interaction; then it is `judge_timeout`. */
  readonly timeoutMs: number;
  /** Told when no worker thread can judge. */
  readonly warn?: JobScoringOptions["warn"];
}

const slice = { pipeline: "score", intentClass: unknownSliceValue, modelVersion: unknownSliceValue };

/** A scoring on the judges and threads that requests are scored with. */
export function createJudgeScoring(options: JudgeScoringOptions): LineScoring {
  const { judges, executor, clock, timeoutMs, warn } = options;
  const jobs = createJobScoring({ judges, clock, random: options.random, executor, warn });
  const slots = createSlots(options.concurrency);
  let jobCount = 0;

  async function judge(interaction: Interaction): Promise<TriadResults> {
    const job: ScoringJob = {
      version: scoringJobVersion,
      // Ids of the input need not be unique.
      jobId: String(++jobCount),
      slice,
      deadlineEpochMs: clock.epochMs() + timeoutMs,
      metrics: triadMetrics,
      interaction,
    };
    const controller = new AbortController();
    const cancelDeadline = clock.schedule(() => controller.abort(abortReason("judge_timeout")), timeoutMs);
    try {
      return (await jobs.score(job, controller.signal)) as TriadResults;
    } finally {
      cancelDeadline();
    }
  }

  return {
    score: (interaction) => slots.run(() => judge(interaction)),
    close: () => executor.close(),
  };
}
