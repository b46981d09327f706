import type { CpuJudge } from "../core/cpu-executor.ts";
import type { Interaction } from "../core/interaction.ts";
import type { JudgeModule } from "../core/judge.ts";
import type { MetricResults } from "../core/scoring-job.ts";

/** What the main thread asks of a worker, one at a time. */
export interface WorkerRequest {
  readonly taskId: number;
  readonly interaction: Interaction;
  readonly judges: readonly CpuJudge[];
}

/** What a worker says. */
export type WorkerReply =
  /** It is up; said once, before anything else. */
  | { readonly kind: "ready" }
  | { readonly kind: "scored"; readonly taskId: number; readonly results: MetricResults }
  /** This module could not be loaded or made no judges; no judge was asked. */
  | { readonly kind: "unloadable"; readonly taskId: number; readonly module: JudgeModule };

const kinds: ReadonlySet<unknown> = new Set<WorkerReply["kind"]>(["ready", "scored", "unloadable"]);

/** Whether a message is ours; judges in the worker could post their own. */
export function isWorkerReply(message: unknown): message is WorkerReply {
  return typeof message === "object" && message !== null && "kind" in message && kinds.has(message.kind);
}
