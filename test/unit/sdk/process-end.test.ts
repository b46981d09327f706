import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { watchProcessEnd } from "../../../src/sdk/process-end.ts";

function createProcess(pid = 4242) {
  const emitter = new EventEmitter();
  const killed: string[] = [];
  const exited: number[] = [];
  return Object.assign(emitter, {
    pid,
    killed,
    exited,
    kill: (target: number, signal: string) => killed.push(`${signal}:${target}`),
    exit: (code: number) => exited.push(code),
    listeners: (event: string) => emitter.rawListeners(event),
  });
}

function watch(process: ReturnType<typeof createProcess>) {
  let finish = (): void => undefined;
  let calls = 0;
  let nowMs = 0;
  const done = new Promise<void>((resolve) => (finish = resolve));
  const undo = watchProcessEnd({
    process,
    monotonicMs: () => nowMs,
    shutdown: () => {
      calls++;
      return done;
    },
  });
  return {
    undo,
    calls: () => calls,
    advance: (ms: number) => (nowMs += ms),
    async finish() {
      finish();
      await new Promise(setImmediate);
    },
  };
}

const v4Key = Symbol.for("signal-exit emitter");
afterEach(() => {
  delete (globalThis as Record<symbol, unknown>)[v4Key];
});

describe("the end of the process", () => {
  it.each(["SIGTERM", "SIGINT"])(
    "raises %s again after the shutdown, with nobody of ours listening any more",
    async (signal) => {
      const process = createProcess();
      const watching = watch(process);
      process.emit(signal);
      expect(watching.calls()).toBe(1);
      expect(process.killed).toEqual([]);
      await watching.finish();
      expect(process.killed).toEqual([`${signal}:4242`]);
      expect(process.eventNames()).toEqual([]);
      expect(process.exited).toEqual([]);
    },
  );

  it.each(["before", "after"])("leaves the end to the application when it listened %s us, even once", async (when) => {
    const process = createProcess();
    let called = 0;
    if (when === "before") process.once("SIGTERM", () => called++);
    const watching = watch(process);
    if (when === "after") process.once("SIGTERM", () => called++);
    process.emit("SIGTERM");
    await watching.finish();
    expect([called, watching.calls(), process.killed]).toEqual([1, 1, []]);
  });

  it("leaves the end to an application that began to listen during the shutdown", async () => {
    const process = createProcess();
    const watching = watch(process);
    process.emit("SIGTERM");
    process.on("SIGTERM", () => undefined);
    await watching.finish();
    expect(process.killed).toEqual([]);
  });

  it("forces the end at a second signal, and takes an echo of the first for what it is", async () => {
    const process = createProcess();
    const watching = watch(process);
    process.emit("SIGINT");
    watching.advance(99);
    process.emit("SIGINT");
    expect(process.killed).toEqual([]);
    watching.advance(2);
    process.emit("SIGINT");
    expect(process.killed).toEqual(["SIGINT:4242"]);
    await watching.finish();
    expect(watching.calls()).toBe(1);
  });

  it("forces the end at once when the second signal is another one", () => {
    const process = createProcess();
    watch(process);
    process.emit("SIGINT");
    process.emit("SIGTERM");
    expect(process.killed).toEqual(["SIGTERM:4242"]);
  });

  it("exits as process 1, which the kernel shields from its own signals", async () => {
    const process = createProcess(1);
    const watching = watch(process);
    process.emit("SIGTERM");
    await watching.finish();
    expect([process.killed, process.exited]).toEqual([["SIGTERM:1"], [143]]);
  });

  it.each(["3", "4"])(
    "does not take signal-exit %s, which waits for the last listener, for the application",
    async (version) => {
      const process = createProcess();
      process.on("SIGTERM", () => undefined);
      if (version === "3") Object.assign(process, { __signal_exit_emitter__: { count: 1 } });
      else (globalThis as Record<symbol, unknown>)[v4Key] = { count: 1 };
      const watching = watch(process);
      process.emit("SIGTERM");
      await watching.finish();
      expect(process.killed).toEqual(["SIGTERM:4242"]);
    },
  );

  it("shuts down at the natural end, and the undo leaves nothing behind", () => {
    const process = createProcess();
    const watching = watch(process);
    process.emit("beforeExit");
    expect(watching.calls()).toBe(1);
    expect(process.killed).toEqual([]);
    watching.undo();
    expect(process.eventNames()).toEqual([]);
  });
});
