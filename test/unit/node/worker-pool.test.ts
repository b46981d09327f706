import { describe, expect, it } from "vitest";
import type { CpuAnswer, CpuTask } from "../../../src/core/cpu-executor.ts";
import { createWorkerPool } from "../../../src/node/worker-pool.ts";
import type { StartWorker, WorkerEvents } from "../../../src/node/worker-thread.ts";
import type { WorkerRequest } from "../../../src/node/worker-messages.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { anInteraction } from "../../fixtures/judges/interactions.ts";

interface FakeWorker {
  readonly events: WorkerEvents;
  readonly requests: WorkerRequest[];
  terminated: boolean;
  keptAlive: boolean;
}

function setUp({ workers = 1, ready = true, start }: { workers?: number; ready?: boolean; start?: () => void } = {}) {
  const clock = createManualClock();
  const started: FakeWorker[] = [];
  const deaths: (string | undefined)[] = [];
  const unloadable: string[] = [];
  const startWorker: StartWorker = (events) => {
    start?.();
    const worker: FakeWorker = { events, requests: [], terminated: false, keptAlive: false };
    started.push(worker);
    if (ready) queueMicrotask(() => events.reply({ kind: "ready" }));
    return {
      send: (request) => {
        if (request.interaction.id === "uncopyable") throw new DOMException("could not be cloned", "DataCloneError");
        worker.requests.push(request);
      },
      keepAlive: (wanted) => void (worker.keptAlive = wanted),
      terminate: () => Promise.resolve(void (worker.terminated = true)),
    };
  };
  const pool = createWorkerPool({
    startWorker,
    clock,
    workers,
    onUnloadable: ({ module }) => unloadable.push(module),
    onDeath: (errorType) => deaths.push(errorType),
  });
  const run = (id: string, signal = new AbortController().signal): Promise<CpuAnswer> => {
    const task: CpuTask = {
      interaction: anInteraction({ id }),
      judges: [{ metric: "groundedness", module: { module: "m", factory: "f" } }],
      signal,
    };
    return pool.run(task);
  };
  const answer = (worker: FakeWorker | undefined): void => {
    const taskId = worker?.requests.at(-1)?.taskId ?? -1;
    worker?.events.reply({ kind: "scored", taskId, results: {} });
  };
  const ids = (worker: FakeWorker | undefined) => worker?.requests.map(({ interaction }) => interaction.id);
  return { clock, pool, started, deaths, unloadable, run, answer, ids };
}

const scored = { kind: "scored", results: {} };

describe("the worker pool", () => {
  it("starts no worker before there is a task, and keeps one task in flight", async () => {
    const { clock, started, run, answer, ids } = setUp();
    expect(started).toHaveLength(0);
    const answers = [run("a"), run("b")];
    await clock.advance(0);
    expect([started.length, ids(started[0])]).toEqual([1, ["a"]]);
    answer(started[0]);
    expect(ids(started[0])).toEqual(["a", "b"]);
    answer(started[0]);
    expect(await Promise.all(answers)).toMatchObject([scored, scored]);
  });

  it("starts as many workers as there are tasks for, up to its number", async () => {
    const { clock, started, run, ids } = setUp({ workers: 2 });
    void run("a");
    await clock.advance(0);
    expect(started).toHaveLength(1);
    for (const id of ["b", "c"]) void run(id);
    await clock.advance(0);
    expect(started.map(ids)).toEqual([["a"], ["b"]]);
  });

  it("fails the task of a worker that dies, once, and starts another for the next", async () => {
    const { clock, started, deaths, run, answer } = setUp();
    const [victim, next] = [run("a"), run("b")];
    await clock.advance(0);
    started[0]?.events.exit("ERR_WORKER_OUT_OF_MEMORY");
    answer(started[0]);
    started[0]?.events.exit(undefined);
    expect(await victim).toEqual({ kind: "failed", errorType: "worker_died" });
    await clock.advance(0);
    answer(started[1]);
    expect(await next).toMatchObject(scored);
    expect(deaths).toEqual(["ERR_WORKER_OUT_OF_MEMORY"]);
  });

  it("starts workers that die over and over at a bounded rate, and the tasks wait", async () => {
    const { clock, started, run } = setUp();
    let failed = 0;
    for (let index = 0; index < 100; index++) void run(`${index}`).then(() => failed++);
    const killAll = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100) {
        await clock.advance(100);
        for (const worker of [...started]) worker.events.exit(undefined);
      }
    };
    await killAll(5_000);
    expect(started.length).toBeLessThanOrEqual(11 + 10);
    expect(started.length).toBeGreaterThanOrEqual(11 + 8);
    expect(failed).toBe(started.length);
  });

  it("ends the worker of an aborted task, ignores its last words, and goes on with the next", async () => {
    const { clock, started, deaths, run, answer } = setUp();
    const abort = new AbortController();
    const [victim, next] = [run("a", abort.signal), run("b")];
    await clock.advance(0);
    abort.abort();
    answer(started[0]);
    started[0]?.events.exit(undefined);
    expect(await victim).toEqual({ kind: "aborted" });
    expect(started[0]?.terminated).toBe(true);
    await clock.advance(0);
    answer(started[1]);
    expect(await next).toMatchObject(scored);
    expect(deaths).toEqual([]);
  });

  it("takes an aborted task out of the queue and leaves the worker alone", async () => {
    const { clock, started, run, answer, ids } = setUp();
    const abort = new AbortController();
    const tasks = [run("a"), run("b", abort.signal), run("c")];
    await clock.advance(0);
    abort.abort();
    expect(await tasks[1]).toEqual({ kind: "aborted" });
    expect(started[0]?.terminated).toBe(false);
    answer(started[0]);
    expect(ids(started[0])).toEqual(["a", "c"]);
  });

  it("is unavailable where no worker can start, and tries again after a minute", async () => {
    let broken = true;
    let starts = 0;
    const { clock, run, started, answer } = setUp({
      start: () => {
        starts++;
        if (broken) throw new Error("ERR_ACCESS_DENIED");
      },
    });
    expect(await Promise.all([run("a"), run("b")])).toEqual([{ kind: "unavailable" }, { kind: "unavailable" }]);
    expect(await run("c")).toEqual({ kind: "unavailable" });
    expect(starts).toBe(1);
    broken = false;
    await clock.advance(60_000);
    const later = run("d");
    await clock.advance(0);
    answer(started[0]);
    expect(await later).toMatchObject(scored);
  });

  it.each(["ends", "is silent"])("is unavailable when a worker %s before it is up", async (what) => {
    const { clock, run, started } = setUp({ ready: false });
    const task = run("a");
    await clock.advance(9_000);
    if (what === "ends") started[0]?.events.exit("ERR_WORKER_INIT_FAILED");
    else await clock.advance(1_000);
    expect(await task).toEqual({ kind: "unavailable" });
    expect(started[0]?.terminated).toBe(what === "is silent");
  });

  it("leaves the queue to the workers there are when one more cannot start", async () => {
    let starts = 0;
    const { clock, run, started, answer } = setUp({
      workers: 2,
      start: () => {
        if (++starts > 1) throw new Error("no more");
      },
    });
    const tasks = [run("a"), run("b")];
    await clock.advance(0);
    answer(started[0]);
    answer(started[0]);
    expect(await Promise.all(tasks)).toMatchObject([scored, scored]);
  });

  it("fails a task that cannot be copied, and says which module a worker could not load", async () => {
    const { clock, run, started, unloadable } = setUp();
    const [uncopyable, next] = [run("uncopyable"), run("b")];
    await clock.advance(0);
    expect(await uncopyable).toEqual({ kind: "failed", errorType: "DataCloneError" });
    const taskId = started[0]?.requests[0]?.taskId ?? -1;
    started[0]?.events.reply({ kind: "unloadable", taskId, module: { module: "m", factory: "f" } });
    expect(await next).toEqual({ kind: "unavailable" });
    expect(unloadable).toEqual(["m"]);
  });

  it("keeps the process alive when wanted, in workers to come too", async () => {
    const { clock, pool, run, started } = setUp();
    void run("a");
    await clock.advance(0);
    expect(started[0]?.keptAlive).toBe(false);
    pool.keepAlive(true);
    started[0]?.events.exit(undefined);
    void run("b");
    await clock.advance(0);
    expect(started.map(({ keptAlive }) => keptAlive)).toEqual([true, true]);
    pool.keepAlive(false);
    expect(started[1]?.keptAlive).toBe(false);
  });

  it("closes: ends its workers, aborts what is open, takes no more", async () => {
    const { clock, pool, run, started } = setUp();
    const tasks = [run("a"), run("b")];
    await clock.advance(0);
    await Promise.all([pool.close(), pool.close()]);
    expect(await Promise.all([...tasks, run("c")])).toEqual([
      { kind: "aborted" },
      { kind: "aborted" },
      { kind: "aborted" },
    ]);
    expect(started.map(({ terminated }) => terminated)).toEqual([true]);
    expect(clock.scheduled).toBe(0);
  });
});
