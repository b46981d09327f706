import { RagTriadError, type ErrorCode } from "../../core/errors.ts";
import { JudgeFailure } from "../../core/judge-failure.ts";
import { onAbort } from "../../core/on-abort.ts";
import { createRestartBudget } from "../../node/restart-budget.ts";
import type { EmbedThread, StartEmbedThread } from "./embed-thread.ts";
import type { EmbedFailure, EmbedReply } from "./messages.ts";

/** Options of {@link createEmbedQueue}. */
export interface EmbedQueueOptions {
  readonly start: StartEmbedThread;
  /** Calls that may wait or run at a time. */
  readonly maxPending: number;
  readonly monotonicMs: () => number;
}

/** Calls to the thread with the model, one at a time, the others in a bounded queue. */
export interface EmbedQueue {
  embed(texts: readonly string[], as: "query" | "passage", signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Ends the thread; open calls reject. Idempotent. */
  close(): Promise<void>;
}

interface Call {
  readonly id: number;
  readonly texts: readonly string[];
  readonly as: "query" | "passage";
  /** Settles the call's promise; what comes after the first time is ignored. */
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads that die are replaced: this many at once, then one more every so many milliseconds. */
const restarts = { burst: 5, refillMs: 10_000 } as const;

/** Creates the queue. The thread starts with the first call, and again after it has died. While a call is open it keeps the process alive. */
export function createEmbedQueue({ start, maxPending, monotonicMs }: EmbedQueueOptions): EmbedQueue {
  const waiting = new Set<Call>();
  const budget = createRestartBudget({ monotonicMs, ...restarts });
  let thread: EmbedThread | undefined;
  let running: Call | undefined;
  let closing: Promise<void> | undefined;
  let nextId = 0;

  function pump(): void {
    for (const call of waiting) {
      if (running !== undefined) break;
      waiting.delete(call);
      send(call);
    }
    thread?.keepAlive(running !== undefined);
  }

  function send(call: Call): void {
    try {
      thread ??= startThread();
      running = call;
      thread.send({ kind: "embed", id: call.id, texts: call.texts, as: call.as });
    } catch (error) {
      running = undefined;
      call.reject(error);
    }
  }

  /** Ends the running call's work at its next step. The thread is free again when it has said so. */
  function cancel({ id }: Call): void {
    thread?.send({ kind: "cancel", id });
    if (waiting.size === 0) thread?.keepAlive(false);
  }

  function startThread(): EmbedThread {
    if (budget.take() > 0) throw died();
    const started: EmbedThread = start({
      reply: answer,
      exit: () => thread === started && lose(),
    });
    return started;
  }

  function answer(reply: EmbedReply): void {
    const call = running;
    if (call === undefined || reply.id !== call.id) return;
    running = undefined;
    if (reply.kind === "embedded") call.resolve(reply.vectors);
    else call.reject(errorOf(reply.failure));
    pump();
  }

  /** The thread has died: the call that it had fails, the next one gets another thread. */
  function lose(): void {
    const call = running;
    [thread, running] = [undefined, undefined];
    call?.reject(died());
    pump();
  }

  async function end(): Promise<void> {
    const calls = [...waiting, ...(running === undefined ? [] : [running])];
    waiting.clear();
    const ending = thread?.terminate();
    [thread, running] = [undefined, undefined];
    for (const call of calls) call.reject(closed());
    await ending;
  }

  return {
    embed(texts, as, signal) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (closing !== undefined) return Promise.reject(closed());
      if (waiting.size + (running === undefined ? 0 : 1) >= maxPending) return Promise.reject(full());
      return new Promise((resolve, reject) => {
        let stopWatching = (): void => undefined;
        const settle =
          <T>(how: (value: T) => void) =>
          (value: T): void => {
            stopWatching();
            how(value);
          };
        const call: Call = { id: nextId++, texts, as, resolve: settle(resolve), reject: settle(reject) };
        stopWatching = onAbort(signal, () => {
          if (!waiting.delete(call)) cancel(call);
          call.reject(signal.reason);
        });
        waiting.add(call);
        pump();
      });
    },
    close: () => (closing ??= end()),
  };
}

function errorOf(failure: EmbedFailure): Error {
  switch (failure.type) {
    case "foreseen":
      return new JudgeFailure(failure.reason, failure.message);
    case "setup":
      return new RagTriadError(failure.code as ErrorCode, failure.message);
    case "other":
      return new JudgeFailure("judge_error", "The embedding model failed", { code: failure.errorType });
  }
}

function died(): JudgeFailure {
  return new JudgeFailure("judge_error", "The thread with the embedding model ended by itself", {
    code: "worker_died",
    retryable: true,
  });
}

function closed(): JudgeFailure {
  return new JudgeFailure("shutdown", "The embedder is closed", { code: "embedder_closed" });
}

function full(): JudgeFailure {
  return new JudgeFailure("rate_limited", "As many calls as `maxPending` allows wait for the embedding model", {
    code: "embedder_queue_full",
    retryable: true,
  });
}
