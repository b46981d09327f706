import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { refuseOption } from "../../core/check-options.ts";
import { errorTypeOf } from "../../core/errors.ts";
import { createNativeGate } from "../../node/native-gate.ts";
import { createEmbedServer } from "./embed-server.ts";
import type { EmbeddingSettings } from "./embedder-options.ts";
import { loadEmbeddingModel } from "./load-embedding-model.ts";
import type { EmbedReply, EmbedRequest } from "./messages.ts";

/** What the thread with the model tells. */
export interface EmbedThreadEvents {
  reply(reply: EmbedReply): void;
  /** It has ended, by itself or through `terminate`; nothing comes after. */
  exit(errorType: string | undefined): void;
}

/** A thread with the model. It does not keep the process alive at first. */
export interface EmbedThread {
  send(request: EmbedRequest): void;
  keepAlive(wanted: boolean): void;
  /** Ends it; a run of the model comes to its end first. */
  terminate(): Promise<unknown>;
}

/** Starts the thread with the model. */
export type StartEmbedThread = (events: EmbedThreadEvents) => EmbedThread;

/** JavaScript memory of the thread, in MiB. Beyond it the thread dies, and the process does not; the model's own memory is not in it. */
const maxOldGenerationSizeMb = 1_024;

/** The way to start a worker thread; throws an option error where there is none, as in a bundle. */
export function threadStarter(
  settings: EmbeddingSettings,
  ownUrl: string | undefined = import.meta.url,
): StartEmbedThread {
  const entry = locateEntry(ownUrl);
  if (entry === undefined) {
    return refuseOption(
      ["execution"],
      '"inline" where rag-triad is bundled and no worker thread can start (or keep rag-triad out of the bundle)',
      "worker",
    );
  }
  return (events) => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    // Flags of the process, such as `--import` of a telemetry SDK, are not for this thread.
    const gate = createNativeGate();
    const worker = new Worker(entry, {
      name: "rag-triad embedder",
      argv: [],
      execArgv: [],
      env,
      workerData: { settings, nativeGate: gate.word },
      resourceLimits: { maxOldGenerationSizeMb },
    });
    let errorType: string | undefined;
    worker.on("message", (reply: EmbedReply) => events.reply(reply));
    worker.on("error", (error: unknown) => {
      errorType = errorTypeOf(error);
    });
    worker.on("exit", () => events.exit(errorType));
    const terminate = gate.guard(worker);
    // Last, since listening to messages makes the worker keep the process alive again.
    worker.unref();
    return {
      send: (request) => worker.postMessage(request),
      keepAlive: (wanted) => (wanted ? worker.ref() : worker.unref()),
      terminate,
    };
  };
}

/** The way to run the model on this thread, as if it were another. */
export function inlineStarter(settings: EmbeddingSettings): StartEmbedThread {
  return (events) => {
    const server = createEmbedServer(() => loadEmbeddingModel(settings), events.reply);
    return {
      send: (request) => server.receive(request),
      keepAlive: () => undefined,
      terminate: () => Promise.resolve(),
    };
  };
}

function locateEntry(ownUrl: string | undefined): URL | undefined {
  const suffix = /^file:.*\/nli\/embedder\/embed-thread\.([jt]s)$/.exec(ownUrl ?? "")?.[1];
  if (suffix === undefined) return undefined;
  const entry = new URL(`./embed-entry.${suffix}`, ownUrl);
  return existsSync(entry) ? entry : undefined;
}
