import { Worker } from "node:worker_threads";
import { errorTypeOf } from "../core/errors.ts";
import { createNativeGate } from "./native-gate.ts";
import { isWorkerReply, type WorkerReply, type WorkerRequest } from "./worker-messages.ts";

/** What a worker thread tells. */
export interface WorkerEvents {
  reply(reply: WorkerReply): void;
  /** It has ended, by itself or through `terminate`. Said once, and nothing after it. */
  exit(errorType: string | undefined): void;
}

/** A running worker thread. It does not keep the process alive at first. */
export interface WorkerHandle {
  /** Throws when the request cannot be copied. */
  send(request: WorkerRequest): void;
  keepAlive(wanted: boolean): void;
  /** Ends it; native code that runs on it comes to its end first. */
  terminate(): Promise<unknown>;
}

/** Starts a worker thread; throws where none can start. */
export type StartWorker = (events: WorkerEvents) => WorkerHandle;

/** Options of {@link createStartWorker}. */
export interface StartWorkerOptions {
  /**
   * A worker's memory limit in MiB; beyond it the worker dies, and the process does not.
   * @default 1024
   */
  readonly maxOldGenerationSizeMb?: number;
  /**
   * Lets the threads that serve requests go first where there are not enough cores for all (Linux: niceness 10, of this
   * thread alone; elsewhere priorities belong to the process, and nothing is done).
   * @default false
   */
  readonly lowPriority?: boolean | undefined;
}

/** Creates the way to start workers on the program at `entry`. */
export function createStartWorker(
  entry: URL,
  { maxOldGenerationSizeMb = 1024, lowPriority = false }: StartWorkerOptions = {},
): StartWorker {
  return (events) => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const gate = createNativeGate();
    // Flags of the process, such as `--import` of a telemetry SDK, are not for this thread.
    const worker = new Worker(entry, {
      name: "rag-triad",
      argv: [],
      execArgv: [],
      env,
      workerData: { lowPriority, nativeGate: gate.word },
      resourceLimits: { maxOldGenerationSizeMb },
    });
    let errorType: string | undefined;
    worker.on("message", (message: unknown) => {
      if (isWorkerReply(message)) events.reply(message);
    });
    worker.on("error", (error: unknown) => {
      errorType = errorTypeOf(error);
    });
    const terminate = gate.guard(worker);
    worker.on("messageerror", () => void terminate());
    worker.on("exit", () => events.exit(errorType));
    // Last, since listening to messages makes the worker keep the process alive again.
    worker.unref();
    return {
      send: (request) => worker.postMessage(request),
      keepAlive: (wanted) => (wanted ? worker.ref() : worker.unref()),
      terminate,
    };
  };
}
