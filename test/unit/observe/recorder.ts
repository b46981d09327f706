import { AsyncLocalStorage } from "node:async_hooks";
import type { Observation } from "../../../src/instrument/observe/observation.ts";

/** An observation that writes down what it is told, and whose context can be looked up inside `run`. */
export interface Recorder extends Observation {
  readonly events: unknown[][];
  /** The names of what was told, parts and activity left out. */
  readonly names: () => string[];
  readonly parts: () => unknown[];
  readonly inside: () => boolean;
}

const storage: AsyncLocalStorage<object> = new AsyncLocalStorage();

export function createRecorder(): Recorder {
  const events: unknown[][] = [];
  const tell =
    (name: string) =>
    (...args: unknown[]): void =>
      void events.push([name, ...args]);
  const recorder: Recorder = {
    events,
    names: () => events.map(([name]) => String(name)).filter((name) => name !== "part" && name !== "activity"),
    parts: () => events.filter(([name]) => name === "part").map(([, part]) => part),
    inside: () => storage.getStore() === recorder,
    run: (f) => storage.run(recorder, f),
    streamFound: tell("streamFound"),
    streamStarted: tell("streamStarted"),
    activity: tell("activity"),
    part: tell("part"),
    resolved: tell("resolved"),
    ended: tell("ended"),
    failed: tell("failed"),
    stopped: tell("stopped"),
    unreadable: tell("unreadable"),
  };
  return recorder;
}

/** Runs something outside any recorder's context. */
export function outside<T>(f: () => T): T {
  return storage.exit(f);
}

/** An observation of which every method throws; `run` before it has run anything. */
export function createThrowingObservation(): Observation {
  const fail = (): never => {
    throw new Error("telemetry is broken");
  };
  return {
    run: fail,
    streamFound: fail,
    streamStarted: fail,
    activity: fail,
    part: fail,
    resolved: fail,
    ended: fail,
    failed: fail,
    stopped: fail,
    unreadable: fail,
  };
}

/** Waits until what is queued in microtasks and immediates has run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Everything an async iterable gives. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of source) all.push(part);
  return all;
}
