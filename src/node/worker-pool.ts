import type { Clock } from "../core/clock.ts";
import type { CpuAnswer, CpuTask } from "../core/cpu-executor.ts";
import type { JudgeModule } from "../core/judge.ts";
import { createRestartBudget } from "./restart-budget.ts";
import { createWorkerSlot, type WorkerSlot } from "./worker-slot.ts";
import type { StartWorker } from "./worker-thread.ts";

/** Options of {@link createWorkerPool}. */
export interface WorkerPoolOptions {
  readonly startWorker: StartWorker;
  readonly clock: Clock;
  /** How many workers there are at most. A positive integer. */
  readonly workers: number;
  /** Told of each judge module that a worker could not load. */
  readonly onUnloadable: (module: JudgeModule) => void;
  /** Told of each worker that ended by itself. */
  readonly onDeath: (errorType: string | undefined) => void;
}

/** Workers with one task in flight each, and a queue before them. */
export interface WorkerPool {
  run(task: CpuTask): Promise<CpuAnswer>;
  keepAlive(wanted: boolean): void;
  close(): Promise<void>;
}

interface QueuedTask {
  readonly task: CpuTask;
  /** Answers the task; what comes after the first call is ignored. */
  readonly answer: (answer: CpuAnswer) => void;
}

/** After a start that failed, none is tried for this long, in milliseconds: the lack may be a passing one. */
const retryStartMs = 60_000;
/** Workers that die are replaced: this many at once, then one more every so many milliseconds. */
const restartBurst = 10;
const restartRefillMs = 500;
const closeTimeoutMs = 1_000;

/** Creates a pool without a worker in it; they start as tasks come, and again after they were ended or died. */
export function createWorkerPool({
  startWorker,
  clock,
  workers,
  onUnloadable,
  onDeath,
}: WorkerPoolOptions): WorkerPool {
  // A set keeps the order and gives up any member at once, such as a task whose deadline has passed.
  const queue = new Set<QueuedTask>();
  const budget = createRestartBudget({
    monotonicMs: clock.monotonicMs,
    burst: restartBurst + workers,
    refillMs: restartRefillMs,
  });
  const slots: readonly WorkerSlot[] = Array.from({ length: workers }, () =>
    createWorkerSlot(startWorker, clock, {
      idle: () => pump(),
      startFailed: () => refuseStarts(),
      died: (errorType) => {
        onDeath(errorType);
        pump();
      },
    }),
  );
  const inFlight = new Set<() => void>();
  let nextTaskId = 0;
  let startsAtMs = Number.NEGATIVE_INFINITY;
  let cancelRetry: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  function count(state: WorkerSlot["state"]): number {
    return slots.reduce((total, slot) => total + (slot.state === state ? 1 : 0), 0);
  }

  function pump(): void {
    for (const queued of queue) {
      const idle = slots.find((slot) => slot.state === "idle");
      if (idle === undefined) break;
      queue.delete(queued);
      dispatch(queued, idle);
    }
    startWorkers();
  }

  function startWorkers(): void {
    while (queue.size > count("starting") && cancelRetry === undefined && clock.monotonicMs() >= startsAtMs) {
      const empty = slots.find((slot) => slot.state === "empty");
      if (empty === undefined) return;
      const waitMs = budget.take();
      if (waitMs === 0) empty.start();
      else cancelRetry = clock.schedule(retry, waitMs);
    }
    if (queue.size > 0 && clock.monotonicMs() < startsAtMs && count("empty") === workers)
      answerQueue({ kind: "unavailable" });
  }

  function retry(): void {
    cancelRetry = undefined;
    startWorkers();
  }

  function refuseStarts(): void {
    startsAtMs = clock.monotonicMs() + retryStartMs;
    startWorkers();
  }

  function dispatch({ task, answer }: QueuedTask, slot: WorkerSlot): void {
    const stop = (): void => {
      void slot.empty();
      finish({ kind: "aborted" });
      pump();
    };
    const finish = (given: CpuAnswer): void => {
      inFlight.delete(stop);
      task.signal.removeEventListener("abort", stop);
      answer(given);
    };
    inFlight.add(stop);
    task.signal.addEventListener("abort", stop, { once: true });
    slot.send({ taskId: nextTaskId++, interaction: task.interaction, judges: task.judges }, (reply) => {
      if (reply.kind === "unloadable") onUnloadable(reply.module);
      finish(reply.kind === "unloadable" ? { kind: "unavailable" } : reply);
    });
  }

  function answerQueue(answer: CpuAnswer): void {
    for (const queued of queue) queued.answer(answer);
    queue.clear();
  }

  async function closeAll(): Promise<void> {
    cancelRetry?.();
    answerQueue({ kind: "aborted" });
    const ending = slots.map((slot) => slot.empty());
    for (const stop of inFlight) stop();
    let cancelTimeout = (): void => undefined;
    const timeout = new Promise<void>((resolve) => {
      cancelTimeout = clock.schedule(resolve, closeTimeoutMs, { keepAlive: true });
    });
    // A thread inside a long native call ends only after it.
    await Promise.race([Promise.allSettled(ending), timeout]);
    cancelTimeout();
  }

  return {
    run(task) {
      if (closing !== undefined || task.signal.aborted) return Promise.resolve({ kind: "aborted" });
      return new Promise((resolve) => {
        const leaveQueue = (): void => {
          queue.delete(queued);
          resolve({ kind: "aborted" });
        };
        const answer = (given: CpuAnswer): void => {
          task.signal.removeEventListener("abort", leaveQueue);
          resolve(given);
        };
        const queued: QueuedTask = { task, answer };
        task.signal.addEventListener("abort", leaveQueue, { once: true });
        queue.add(queued);
        pump();
      });
    },
    keepAlive(wanted) {
      for (const slot of slots) slot.keepAlive(wanted);
    },
    close: () => (closing ??= closeAll()),
  };
}
