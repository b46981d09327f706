import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { createNativeGate, enterNative, threadsInNativeCode } from "../../../src/node/native-gate.ts";

function guarded() {
  const thread = Object.assign(new EventEmitter(), {
    terminated: 0,
    terminate: () => Promise.resolve(++thread.terminated),
  });
  const gate = createNativeGate();
  const end = gate.guard(thread as unknown as Worker);
  return { thread, gate, end };
}

function deferred() {
  let settle: ((value: string) => void) | undefined;
  const promise = new Promise<string>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value: string) => settle?.(value) };
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 30));

describe("a gate for native code", () => {
  it("ends a thread at once where nothing runs", async () => {
    const { thread, end } = guarded();
    await end();
    expect(thread.terminated).toBe(1);
    thread.emit("exit");
  });

  it("waits for all that runs, whether it succeeds or fails, before it ends the thread", async () => {
    const { thread, gate, end } = guarded();
    const [first, second] = [deferred(), deferred()];
    const running = enterNative(() => first.promise, gate.word);
    const failing = enterNative(() => second.promise.then(() => Promise.reject(new Error("no"))), gate.word);
    expect(threadsInNativeCode()).toBe(1);
    const ended = end();
    await turns();
    expect(thread.terminated).toBe(0);
    first.resolve("done");
    expect(await running).toBe("done");
    await turns();
    expect(thread.terminated).toBe(0);
    second.resolve("");
    await expect(failing).rejects.toThrow("no");
    await ended;
    expect(thread.terminated).toBe(1);
    expect(threadsInNativeCode()).toBe(0);
    thread.emit("exit");
  });

  it("lets nothing begin once the thread is being ended", async () => {
    const { thread, gate, end } = guarded();
    await end();
    let ran = false;
    const late = enterNative(() => Promise.resolve((ran = true)), gate.word);
    await expect(late).rejects.toThrow("being ended");
    expect(ran).toBe(false);
    expect(threadsInNativeCode()).toBe(0);
    thread.emit("exit");
  });

  it("is asked at the end of the process while a thread lives, with one listener for all", () => {
    const before = process.listenerCount("exit");
    const [one, two] = [guarded(), guarded()];
    expect(process.listenerCount("exit")).toBe(before + 1);
    one.thread.emit("exit");
    expect(process.listenerCount("exit")).toBe(before + 1);
    two.thread.emit("exit");
    expect(process.listenerCount("exit")).toBe(before);
  });

  it("is not needed on a thread without one", async () => {
    expect(await enterNative(() => Promise.resolve("run"))).toBe("run");
  });
});
