import { describe, expect, it } from "vitest";
import { createEmbedQueue } from "../../../src/nli/embedder/embed-queue.ts";
import type { EmbedThreadEvents } from "../../../src/nli/embedder/embed-thread.ts";
import type { EmbedFailure, EmbedRequest } from "../../../src/nli/embedder/messages.ts";

interface Thread {
  readonly requests: EmbedRequest[];
  readonly events: EmbedThreadEvents;
  keptAlive: boolean;
  terminated: boolean;
}

function setUp({ maxPending = 10, refuseStart = false } = {}) {
  const threads: Thread[] = [];
  let nowMs = 0;
  const queue = createEmbedQueue({
    maxPending,
    monotonicMs: () => nowMs,
    start(events) {
      if (refuseStart) throw new Error("No threads here");
      const thread: Thread = { requests: [], events, keptAlive: false, terminated: false };
      threads.push(thread);
      return {
        send: (request) => void thread.requests.push(request),
        keepAlive: (wanted) => void (thread.keptAlive = wanted),
        terminate: () => Promise.resolve((thread.terminated = true)),
      };
    },
  });
  const thread = (at = -1): Thread => {
    const found = threads.at(at);
    if (found === undefined) throw new Error("No thread");
    return found;
  };
  const embed = (text: string, signal = new AbortController().signal) => {
    const call = queue.embed([text], "passage", signal);
    call.catch(() => undefined);
    return call;
  };
  const answer = (value: number, at = -1) => {
    const { requests, events } = thread(at);
    const { id } = requests.findLast(({ kind }) => kind === "embed") ?? { id: -1 };
    events.reply({ kind: "embedded", id, vectors: [Float32Array.of(value)] });
  };
  const fail = (failure: EmbedFailure) => {
    const { id } = thread().requests.at(-1) ?? { id: -1 };
    thread().events.reply({ kind: "failed", id, failure });
  };
  const asked = () => thread().requests.flatMap((request) => (request.kind === "embed" ? request.texts : []));
  return { queue, threads, thread, embed, answer, fail, asked, advance: (ms: number) => void (nowMs += ms) };
}

describe("the queue before the thread with the model", () => {
  it("starts no thread before the first call", () => {
    expect(setUp().threads).toEqual([]);
  });

  it("hands over one call at a time, in order, each its own vectors", async () => {
    const { embed, answer, asked } = setUp();
    const calls = [embed("a"), embed("b"), embed("c")];
    expect(asked()).toEqual(["a"]);
    answer(1);
    answer(2);
    answer(3);
    expect(await Promise.all(calls)).toEqual([[Float32Array.of(1)], [Float32Array.of(2)], [Float32Array.of(3)]]);
    expect(asked()).toEqual(["a", "b", "c"]);
  });

  it("keeps the process alive while a call is open, and not else", async () => {
    const { embed, answer, thread } = setUp();
    const call = embed("a");
    expect(thread().keptAlive).toBe(true);
    answer(1);
    await call;
    expect(thread().keptAlive).toBe(false);
  });

  it("refuses calls beyond its bound, to be tried again", async () => {
    const { embed, answer } = setUp({ maxPending: 2 });
    const open = [embed("a"), embed("b")];
    await expect(embed("c")).rejects.toMatchObject({
      reason: "rate_limited",
      code: "embedder_queue_full",
      retryable: true,
    });
    answer(1);
    const next = embed("d");
    answer(2);
    answer(3);
    await expect(Promise.all([...open, next])).resolves.toHaveLength(3);
  });

  it("lets a waiting call go at its abort, and the others come to their turn", async () => {
    const { embed, answer, asked } = setUp({ maxPending: 2 });
    const controller = new AbortController();
    const reason = new Error("late");
    const first = embed("a");
    const second = embed("b", controller.signal);
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    const third = embed("c");
    answer(1);
    answer(3);
    expect(await first).toEqual([Float32Array.of(1)]);
    expect(await third).toEqual([Float32Array.of(3)]);
    expect(asked()).toEqual(["a", "c"]);
  });

  it("rejects a running call at its abort, and gives the thread to the next one when it is free", async () => {
    const { embed, answer, fail, asked, thread } = setUp();
    const controller = new AbortController();
    const reason = new Error("late");
    const first = embed("a", controller.signal);
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(thread().requests.at(-1)).toEqual({ kind: "cancel", id: 0 });
    expect(thread().keptAlive).toBe(false);
    const second = embed("b");
    expect(asked()).toEqual(["a"]);
    thread().events.reply({ kind: "failed", id: 0, failure: { type: "other", errorType: "Error" } });
    expect(asked()).toEqual(["a", "b"]);
    answer(2);
    expect(await second).toEqual([Float32Array.of(2)]);
    fail({ type: "other", errorType: "Late" });
  });

  it("does not hand over a call that is aborted already", async () => {
    const { embed, threads } = setUp();
    const reason = new Error("late");
    await expect(embed("a", AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(threads).toEqual([]);
  });

  it("leaves no listener on a signal that many calls share", async () => {
    const { embed, answer } = setUp();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
    const calls = [embed("a", signal), embed("b", signal)];
    expect(listeners).toBe(1);
    answer(1);
    answer(2);
    await Promise.all(calls);
    expect(listeners).toBe(0);
  });

  it.each([
    [{ type: "foreseen", reason: "too_long", message: "m" } as const, { reason: "too_long", message: "m" }],
    [
      { type: "setup", code: "ERR_RAG_TRIAD_OPTION", message: "m" } as const,
      { code: "ERR_RAG_TRIAD_OPTION", message: "m" },
    ],
    [
      { type: "other", errorType: "RangeError" } as const,
      { reason: "judge_error", code: "RangeError", retryable: false },
    ],
  ])("makes an error of %j", async (failure, error) => {
    const { embed, fail } = setUp();
    const call = embed("a");
    fail(failure);
    await expect(call).rejects.toMatchObject(error);
  });

  it("fails the call whose thread dies, and starts another for the next", async () => {
    const { embed, answer, thread, threads } = setUp();
    const [first, second] = [embed("a"), embed("b")];
    thread().events.exit("ERR_WORKER_OUT_OF_MEMORY");
    await expect(first).rejects.toMatchObject({ reason: "judge_error", code: "worker_died", retryable: true });
    expect(threads).toHaveLength(2);
    answer(9, 0);
    answer(2);
    expect(await second).toEqual([Float32Array.of(2)]);
    thread(0).events.exit(undefined);
    expect(threads).toHaveLength(2);
  });

  it("does not start threads over and over that die", async () => {
    const { embed, thread, threads, advance } = setUp({ maxPending: 100 });
    const calls = Array.from({ length: 20 }, (_, index) => embed(`${index}`));
    for (let death = 0; death < 5; death++) thread().events.exit(undefined);
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "worker_died" });
    expect(threads).toHaveLength(5);
    advance(10_000);
    void embed("later");
    expect(threads).toHaveLength(6);
  });

  it("rejects where no thread can start", async () => {
    const { embed } = setUp({ refuseStart: true });
    await expect(embed("a")).rejects.toThrow("No threads here");
    await expect(embed("b")).rejects.toThrow("No threads here");
  });

  it("rejects what is open when it is closed, and what comes later", async () => {
    const { queue, embed, thread, threads } = setUp();
    const calls = [embed("a"), embed("b")];
    const closing = queue.close();
    expect(queue.close()).toBe(closing);
    for (const call of [...calls, embed("c")]) {
      await expect(call).rejects.toMatchObject({ reason: "shutdown", code: "embedder_closed" });
    }
    await closing;
    expect(thread().terminated).toBe(true);
    expect(threads).toHaveLength(1);
  });
});
