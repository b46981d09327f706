import type { Interaction } from "./interaction.ts";
import type { JudgeContext, JudgeModule } from "./judge.ts";
import type { MetricId } from "./metric.ts";
import type { MetricResults } from "./scoring-job.ts";

/**
 * Where CPU-bound judges run: on a worker thread, on this thread in slices that yield, or (`auto`) on a worker
 * thread where one can start and else on this thread.
 */
export type Execution = "auto" | "worker" | "inline";

/** Yields to the event loop when the present time slice is used up; `undefined` when it is not. */
export type Pause = NonNullable<JudgeContext["pause"]>;

/** A metric, and how to make its judge elsewhere. */
export interface CpuJudge {
  readonly metric: MetricId;
  readonly module: JudgeModule;
}

/** One interaction for CPU-bound judges. */
export interface CpuTask {
  readonly interaction: Interaction;
  readonly judges: readonly CpuJudge[];
  /** Its abort ends the judging, by force if need be. */
  readonly signal: AbortSignal;
}

/** What became of a {@link CpuTask}. */
export type CpuAnswer =
  | { readonly kind: "scored"; readonly results: MetricResults }
  /** The judging was begun and broke down, e.g. `worker_died`. Must not be tried again on this thread. */
  | { readonly kind: "failed"; readonly errorType: string }
  /** No worker could take it; no judge was asked. */
  | { readonly kind: "unavailable" }
  /** The signal was aborted, or the executor closed, before there was an answer. */
  | { readonly kind: "aborted" };

/** Runs CPU-bound judges away from the thread that serves requests. */
export interface CpuExecutor {
  /** Answers each task once; never rejects. */
  execute(task: CpuTask): Promise<CpuAnswer>;
  /** Whether running tasks keep the process alive; they do not at first. */
  keepAlive(wanted: boolean): void;
  /** Ends all threads; open tasks are `aborted`. Idempotent. */
  close(): Promise<void>;
}
