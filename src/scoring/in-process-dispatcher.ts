import { errorTypeOf } from "../core/errors.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import {
  scoringJobVersion,
  type DrainReport,
  type MetricResults,
  type ScoringDispatcher,
  type ScoringJob,
  type ScoringResult,
} from "../core/scoring-job.ts";
import { abortReason, type AbortCause } from "./abort-reason.ts";
import { createDrainWaiters } from "./drain-waiters.ts";
import { createLinkedList, type LinkedNode } from "./linked-list.ts";
import { createRecentIds } from "./recent-ids.ts";
import { createJobScoring, type JobScoringOptions } from "./job-scoring.ts";

/** Options of {@link createInProcessDispatcher}. */
export interface InProcessDispatcherOptions extends JobScoringOptions {
  /** Most jobs open at once, queued and running; more are refused as `queue_full`. A positive integer. */
  readonly maxPending: number;
  /** Most jobs judged at once. A positive integer. */
  readonly concurrency: number;
  /** Runs judges so that their own work leaves no telemetry: `Tracing.quiet`. */
  readonly quiet?: (<T>(f: () => T) => T) | undefined;
  /** Runs scoring outside any request's storage: a snapshot of the storage taken before there was a request. */
  readonly detach?: (<T>(f: () => T) => T) | undefined;
}

/** Most resolved job ids remembered (twice as many for a while), however large the queue may be. */
const rememberedIds = 10_000;

interface OpenJob {
  readonly job: ScoringJob;
  readonly acceptedMs: number;
  readonly abort: AbortController;
  cancelDeadline: () => void;
  inOpen: LinkedNode<OpenJob> | undefined;
  /** `undefined` once the job runs. */
  inQueue: LinkedNode<OpenJob> | undefined;
}

/**
 * Creates the dispatcher that scores in this process. Each accepted job gets exactly one result, never from inside
 * `submit`: a job whose deadline passes, queued or running, resolves its open metrics as `judge_timeout`. A job id
 * that is open, or was resolved lately, is refused as `judge_error`.
 */
export function createInProcessDispatcher(options: InProcessDispatcherOptions): ScoringDispatcher {
  const { clock, maxPending, concurrency, executor, pause, warn } = options;
  const detach = options.detach ?? ((f) => f());
  const quiet = options.quiet ?? ((f) => f());
  const scoring = createJobScoring(options);
  const jobs = new Map<string, OpenJob>();
  const open = createLinkedList<OpenJob>();
  const queue = createLinkedList<OpenJob>();
  const resolvedIds = createRecentIds(Math.min(maxPending, rememberedIds));
  const listeners = new Set<(result: ScoringResult) => void>();
  const refused: Partial<Record<UnscoredReason, number>> = {};
  /** Open jobs that nobody waits for. */
  let inBackground = 0;
  const waiters = createDrainWaiters(
    clock,
    () => open.size - inBackground,
    (wanted) => executor?.keepAlive(wanted),
  );
  let pumpPending = false;
  let closing: Promise<DrainReport> | undefined;

  function refusalOf(job: ScoringJob): UnscoredReason | undefined {
    if (closing !== undefined) return "shutdown";
    if (jobs.has(job.jobId) || resolvedIds.has(job.jobId)) return "judge_error";
    const room = job.background === true ? Math.min(concurrency, maxPending) : maxPending;
    return open.size >= room ? "queue_full" : undefined;
  }

  function accept(job: ScoringJob): void {
    const entry: OpenJob = {
      job,
      acceptedMs: clock.monotonicMs(),
      abort: new AbortController(),
      cancelDeadline: () => undefined,
      inOpen: undefined,
      inQueue: undefined,
    };
    jobs.set(job.jobId, entry);
    entry.inOpen = open.add(entry);
    if (job.background === true) inBackground++;
    entry.inQueue = queue.add(entry);
    const remainingMs = Math.max(0, job.deadlineEpochMs - clock.epochMs()) || 0;
    detach(() => {
      entry.cancelDeadline = clock.schedule(() => end(entry, "judge_timeout"), remainingMs);
      pumpSoon();
    });
  }

  /** Begins work in a later turn of the event loop: the present one belongs to the request. */
  function pumpSoon(): void {
    if (pumpPending) return;
    pumpPending = true;
    clock.schedule(() => {
      pumpPending = false;
      pump();
    }, 0);
  }

  function pump(): void {
    while (open.size - queue.size < concurrency && queue.first !== undefined) {
      const entry = queue.first.value;
      dequeue(entry);
      detach(() => void run(entry));
    }
  }

  async function run(entry: OpenJob): Promise<void> {
    let results: MetricResults;
    try {
      results = await quiet(() => scoring.score(entry.job, entry.abort.signal));
    } catch (error) {
      entry.abort.abort(error);
      results = scoring.unscored(entry.job, "judge_error", errorTypeOf(error));
    }
    settle(entry, results);
    await pause?.();
    pump();
  }

  /** A running job settles by itself, soon after its signal's abort, with what it has. */
  function end(entry: OpenJob, cause: AbortCause): void {
    const isQueued = entry.inQueue !== undefined;
    if (isQueued) dequeue(entry);
    entry.abort.abort(abortReason(cause));
    if (isQueued) settle(entry, scoring.unscored(entry.job, cause));
  }

  function dequeue(entry: OpenJob): void {
    if (entry.inQueue !== undefined) queue.remove(entry.inQueue);
    entry.inQueue = undefined;
  }

  function settle(entry: OpenJob, results: MetricResults): void {
    if (entry.inOpen === undefined) return;
    open.remove(entry.inOpen);
    entry.inOpen = undefined;
    entry.cancelDeadline();
    jobs.delete(entry.job.jobId);
    resolvedIds.add(entry.job.jobId);
    const isAwaited = entry.job.background !== true;
    if (!isAwaited) inBackground--;
    deliver({ version: scoringJobVersion, jobId: entry.job.jobId, results });
    if (isAwaited) waiters.resolved();
  }

  function deliver(result: ScoringResult): void {
    for (const listener of [...listeners]) {
      try {
        const returned: unknown = listener(result);
        if (returned instanceof Promise) returned.catch(reportListener);
      } catch (error) {
        reportListener(error);
      }
    }
  }

  function reportListener(error: unknown): void {
    warn?.("listener_failed", `A listener for scoring results failed (${errorTypeOf(error)}).`);
  }

  async function shutDown(timeoutMs: number): Promise<DrainReport> {
    const { resolved, remaining } = await waiters.wait(timeoutMs);
    const settled = remaining > 0 ? waiters.wait(Number.POSITIVE_INFINITY) : undefined;
    for (let node = open.first; node !== undefined; node = node.next) {
      const entry = node.value;
      detach(() => end(entry, "shutdown"));
    }
    await settled;
    await executor?.close();
    return { resolved, remaining };
  }

  return {
    submit(job) {
      const reason = refusalOf(job);
      if (reason === undefined) {
        accept(job);
        return "accepted";
      }
      if (job.background !== true) refused[reason] = (refused[reason] ?? 0) + 1;
      return reason;
    },
    onResult(listener) {
      const subscription = (result: ScoringResult): void => listener(result);
      listeners.add(subscription);
      return () => void listeners.delete(subscription);
    },
    drain: ({ timeoutMs }) => waiters.wait(timeoutMs),
    close: ({ timeoutMs }) => (closing ??= shutDown(timeoutMs)),
    stats: () => ({
      queued: queue.size,
      running: open.size - queue.size,
      refused: { ...refused },
      oldestMs: open.first === undefined ? 0 : Math.max(0, clock.monotonicMs() - open.first.value.acceptedMs),
    }),
  };
}
