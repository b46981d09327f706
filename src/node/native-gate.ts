import { setTimeout as sleep } from "node:timers/promises";
import { workerData, type Worker } from "node:worker_threads";

/**
 * Keeps a thread from being ended while native code runs on it: an addon that comes back to JavaScript which is being taken
 * down can end the whole process (onnxruntime-node does: "terminate called after throwing an instance of 'Napi::Error'").
 */
export interface NativeGate {
  /** Goes to the thread as `workerData.nativeGate`. */
  readonly word: Int32Array;
  /**
   * Guards the thread until it has ended; at the process's end, too, what is running on it is waited for. Returns the way to
   * end the thread: no native code begins on it any more, what is running comes to its end, then it is terminated.
   */
  guard(worker: Worker): () => Promise<unknown>;
}

// The word counts what is running; its highest bits say that the gate is closed.
const closed = 0x4000_0000;

/** Gates of threads that have not ended. */
const gates = new Set<Int32Array>();

const poll = { shortestMs: 2, longestMs: 200 } as const;

/** How long the process's end is held up for native code, in milliseconds. It runs for much less. */
const exitTimeoutMs = 20_000;

/** Creates the gate of one thread. */
export function createNativeGate(): NativeGate {
  const word = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return {
    word,
    guard(worker) {
      if (gates.size === 0) process.on("exit", closeAll);
      gates.add(word);
      worker.once("exit", () => {
        gates.delete(word);
        if (gates.size === 0) process.removeListener("exit", closeAll);
      });
      return () => close(word).then(() => worker.terminate());
    },
  };
}

/** How many guarded threads run native code at this moment. */
export function threadsInNativeCode(): number {
  return [...gates].filter(isRunning).length;
}

/** On a thread with a gate: runs native code, until the promise settles, or rejects when the gate is closed. On any other it just runs it. */
export async function enterNative<T>(run: () => Promise<T>, word: Int32Array | undefined = ownGate()): Promise<T> {
  if (word === undefined) return run();
  try {
    if ((Atomics.add(word, 0, 1) & closed) !== 0) throw new Error("This thread is being ended");
    return await run();
  } finally {
    Atomics.sub(word, 0, 1);
    Atomics.notify(word, 0);
  }
}

function ownGate(): Int32Array | undefined {
  const data: unknown = workerData;
  const gate = typeof data === "object" && data !== null && "nativeGate" in data ? data.nativeGate : undefined;
  return gate instanceof Int32Array ? gate : undefined;
}

function isRunning(word: Int32Array): boolean {
  return (Atomics.load(word, 0) & ~closed) !== 0;
}

async function close(word: Int32Array): Promise<void> {
  Atomics.or(word, 0, closed);
  let delayMs: number = poll.shortestMs;
  while (isRunning(word)) {
    await sleep(delayMs, undefined, { ref: false });
    delayMs = Math.min(delayMs * 2, poll.longestMs);
  }
}

/** Blocks: at the process's end nothing else can be waited for. */
function closeAll(): void {
  const untilMs = performance.now() + exitTimeoutMs;
  for (const word of gates) Atomics.or(word, 0, closed);
  for (const word of gates) {
    for (let value = Atomics.load(word, 0); (value & ~closed) !== 0; value = Atomics.load(word, 0)) {
      if (Atomics.wait(word, 0, value, Math.max(0, untilMs - performance.now())) === "timed-out") return;
    }
  }
}
