import type { Clock } from "../core/clock.ts";
import { errorTypeOf } from "../core/errors.ts";
import type { StartWorker, WorkerHandle } from "./worker-thread.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

/** How a request to a worker ended. */
export type SlotAnswer =
  | Exclude<WorkerReply, { kind: "ready" }>
  | { readonly kind: "failed"; readonly errorType: string };

/** What a slot tells. */
export interface SlotEvents {
  /** Its worker is up, or has answered: it can take a request. */
  idle(): void;
  /** Its worker could not start. The slot is empty. */
  startFailed(): void;
  /** Its worker, once up, has ended by itself. The slot is empty. */
  died(errorType: string | undefined): void;
}

/** A place for one worker, with one request in flight at most. */
export interface WorkerSlot {
  readonly state: "empty" | "starting" | "idle" | "busy";
  /** Starts a worker in an empty slot. */
  start(): void;
  /** Hands a request to an idle slot; `onAnswer` is called once, unless the slot is emptied first. */
  send(request: WorkerRequest, onAnswer: (answer: SlotAnswer) => void): void;
  /** Ends the worker, whatever it is doing, without a word. */
  empty(): Promise<unknown>;
  keepAlive(wanted: boolean): void;
}

type State =
  | { readonly kind: "empty" }
  | { readonly kind: "starting"; readonly handle: WorkerHandle; readonly cancelTimeout: () => void }
  | { readonly kind: "idle"; readonly handle: WorkerHandle }
  | {
      readonly kind: "busy";
      readonly handle: WorkerHandle;
      readonly taskId: number;
      readonly onAnswer: (answer: SlotAnswer) => void;
    };

/** How long a worker may take to say that it is up, in milliseconds. */
const startTimeoutMs = 10_000;

/** Creates an empty slot. */
export function createWorkerSlot(startWorker: StartWorker, clock: Clock, events: SlotEvents): WorkerSlot {
  let state: State = { kind: "empty" };
  // Counts workers, so that the last words of one that was ended are not taken for its successor's.
  let generation = 0;
  let wantsKeepAlive = false;

  function become(next: State): State {
    if (state.kind === "starting") state.cancelTimeout();
    const previous = state;
    state = next;
    return previous;
  }

  function leave(): Promise<unknown> {
    generation++;
    const previous = become({ kind: "empty" });
    return previous.kind === "empty" ? Promise.resolve() : previous.handle.terminate();
  }

  function onReply(reply: WorkerReply): void {
    if (reply.kind === "ready") {
      if (state.kind !== "starting") return;
      become({ kind: "idle", handle: state.handle });
      events.idle();
    } else if (state.kind === "busy" && state.taskId === reply.taskId) {
      const { onAnswer, handle } = state;
      become({ kind: "idle", handle });
      onAnswer(reply);
      events.idle();
    }
  }

  function onExit(errorType: string | undefined): void {
    generation++;
    const previous = become({ kind: "empty" });
    if (previous.kind === "starting") {
      events.startFailed();
      return;
    }
    if (previous.kind === "busy") previous.onAnswer({ kind: "failed", errorType: "worker_died" });
    events.died(errorType);
  }

  return {
    get state() {
      return state.kind;
    },
    start() {
      const own = ++generation;
      const isOwn = (): boolean => own === generation;
      try {
        const handle = startWorker({
          reply: (reply) => isOwn() && onReply(reply),
          exit: (errorType) => isOwn() && onExit(errorType),
        });
        if (wantsKeepAlive) handle.keepAlive(true);
        const giveUp = (): void => {
          void leave();
          events.startFailed();
        };
        become({ kind: "starting", handle, cancelTimeout: clock.schedule(giveUp, startTimeoutMs) });
      } catch {
        events.startFailed();
      }
    },
    send(request, onAnswer) {
      if (state.kind !== "idle") return;
      const { handle } = state;
      become({ kind: "busy", handle, taskId: request.taskId, onAnswer });
      try {
        handle.send(request);
      } catch (error) {
        become({ kind: "idle", handle });
        onAnswer({ kind: "failed", errorType: errorTypeOf(error) });
      }
    },
    empty: leave,
    keepAlive(wanted) {
      wantsKeepAlive = wanted;
      if (state.kind !== "empty") state.handle.keepAlive(wanted);
    },
  };
}
