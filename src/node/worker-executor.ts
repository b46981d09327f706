import type { Clock } from "../core/clock.ts";
import type { CpuAnswer, CpuExecutor, CpuTask } from "../core/cpu-executor.ts";
import type { WarningCode } from "../core/events.ts";
import type { JudgeModule } from "../core/judge.ts";
import { createJudgeModuleCheck, type JudgeModuleCheck } from "./judge-module-check.ts";
import { locateWorkerEntry } from "./worker-location.ts";
import { createWorkerPool } from "./worker-pool.ts";
import { createStartWorker, type StartWorker } from "./worker-thread.ts";

/** Options of {@link createWorkerExecutor}. */
export interface WorkerExecutorOptions {
  readonly clock: Clock;
  /**
   * Worker threads, each judging one interaction at a time. A positive integer.
   * @default 1
   */
  readonly workers?: number | undefined;
  /** Whether the threads leave the cores to those that serve requests, where the system can do that. @default false */
  readonly lowPriority?: boolean | undefined;
  /** Told `worker_died` of each worker that ends by itself. */
  readonly warn?: ((code: WarningCode, message: string) => void) | undefined;
  /** How workers start; `undefined` where none can. @default worker threads on worker-entry */
  readonly startWorker?: StartWorker | undefined;
  /** @default see judge-module-check.ts */
  readonly mayLoad?: JudgeModuleCheck | undefined;
}

/**
 * Creates the executor that runs CPU-bound judges on worker threads. No thread starts before the first task. A
 * worker that dies fails the interaction it had (`worker_died`) and is replaced for the next; one whose task is
 * aborted is ended and replaced. Where no worker can start, or none can load the judges, tasks are `unavailable`.
 */
export function createWorkerExecutor(options: WorkerExecutorOptions): CpuExecutor {
  const { clock, warn } = options;
  const mayLoad = options.mayLoad ?? createJudgeModuleCheck(clock);
  const startWorker = options.startWorker ?? startWorkerHere(options.lowPriority);
  const unloadable = new Set<string>();
  const pool =
    startWorker &&
    createWorkerPool({
      startWorker,
      clock,
      workers: options.workers ?? 1,
      onUnloadable: (module) => void unloadable.add(keyOf(module)),
      onDeath: (errorType) =>
        warn?.(
          "worker_died",
          `The worker thread that runs the judges ended by itself (${errorType ?? "exit"}). ` +
            "The interaction it had is `judge_error`; the next ones get a fresh worker.",
        ),
    });

  async function mayRun({ judges }: CpuTask): Promise<boolean> {
    for (const { module } of judges) {
      if (unloadable.has(keyOf(module))) return false;
      const answer = mayLoad(module);
      if (!(typeof answer === "boolean" ? answer : await answer)) return false;
    }
    return true;
  }

  return {
    async execute(task): Promise<CpuAnswer> {
      if (pool === undefined || !(await mayRun(task))) return { kind: "unavailable" };
      return pool.run(task);
    },
    keepAlive: (wanted) => pool?.keepAlive(wanted),
    close: async () => pool?.close(),
  };
}

function keyOf({ module, factory }: JudgeModule): string {
  return `${factory} ${module}`;
}

function startWorkerHere(lowPriority: boolean | undefined): StartWorker | undefined {
  const entry = locateWorkerEntry();
  return entry && createStartWorker(entry, { lowPriority });
}
