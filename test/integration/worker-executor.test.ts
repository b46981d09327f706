import { afterEach, describe, expect, it } from "vitest";
import type { CpuAnswer, CpuExecutor } from "../../src/core/cpu-executor.ts";
import { createSystemClock } from "../../src/node/system-clock.ts";
import { createWorkerExecutor } from "../../src/node/worker-executor.ts";
import { createStartWorker, type StartWorker } from "../../src/node/worker-thread.ts";
import { createBehavingJudges, type Behaviour } from "../fixtures/judges/behaving-judges.ts";
import { anInteraction } from "../fixtures/judges/interactions.ts";

const judge = createBehavingJudges().groundedness;
const warnings: string[] = [];
let executor: CpuExecutor | undefined;

function create(workers = 1, startWorker?: StartWorker): CpuExecutor {
  executor = createWorkerExecutor({
    clock: createSystemClock(),
    workers,
    startWorker,
    warn: (code) => warnings.push(code),
  });
  return executor;
}

function execute(behaviour: Behaviour, signal = new AbortController().signal): Promise<CpuAnswer> {
  if (judge?.worker === undefined || executor === undefined) throw new Error("Nothing to execute with");
  return executor.execute({
    interaction: anInteraction({ query: behaviour }),
    judges: [{ metric: "groundedness", module: judge.worker }],
    signal,
  });
}

afterEach(async () => {
  await executor?.close();
  warnings.length = 0;
});

describe("worker threads", () => {
  it("score an interaction", async () => {
    create();
    expect(await execute("score")).toMatchObject({
      kind: "scored",
      results: { groundedness: { outcome: { score: 0.75 }, judge: "behaving/1", detail: { explanation: "because" } } },
    });
    expect(warnings).toEqual([]);
  });

  it("contain judges that throw, reject and talk nonsense", async () => {
    create();
    const answers = await Promise.all([execute("throw"), execute("reject"), execute("nonsense")]);
    expect(answers).toMatchObject([
      { results: { groundedness: { outcome: { reason: "judge_error" }, errorType: "RangeError" } } },
      { results: { groundedness: { outcome: { reason: "judge_error" }, errorType: "ECONNREFUSED" } } },
      { results: { groundedness: { outcome: { reason: "judge_invalid_output" } } } },
    ]);
    expect(warnings).toEqual([]);
  });

  it.each(["exit", "crash", "exhaust"] as const)(
    "that die of `%s` fail their interaction, and the next is scored",
    async (behaviour) => {
      create(
        1,
        createStartWorker(new URL("../../src/node/worker-entry.ts", import.meta.url), { maxOldGenerationSizeMb: 48 }),
      );
      const [before, victim, after] = await Promise.all([execute("score"), execute(behaviour), execute("score")]);
      expect(before.kind).toBe("scored");
      expect(victim).toEqual({ kind: "failed", errorType: "worker_died" });
      expect(after.kind).toBe("scored");
      expect(warnings).toEqual(["worker_died"]);
    },
  );

  it.each(["hang", "spin"] as const)(
    "whose judge does `%s` are ended by an abort, and the next is scored",
    async (behaviour) => {
      create();
      await execute("score");
      const abort = new AbortController();
      const victim = execute(behaviour, abort.signal);
      const after = execute("score");
      setTimeout(() => abort.abort(), 50);
      expect(await victim).toEqual({ kind: "aborted" });
      expect((await after).kind).toBe("scored");
      expect(warnings).toEqual([]);
    },
  );

  it("do not take each other's work", async () => {
    create(2);
    const abort = new AbortController();
    const stuck = execute("spin", abort.signal);
    const others = await Promise.all(Array.from({ length: 5 }, () => execute("score")));
    expect(others.map((answer) => answer.kind)).toEqual(Array.from({ length: 5 }, () => "scored"));
    abort.abort();
    expect(await stuck).toEqual({ kind: "aborted" });
  });

  it("abort what is open when the executor closes", async () => {
    const closing = create();
    const open = Promise.all([execute("spin"), execute("score")]);
    await execute("score", AbortSignal.abort());
    await closing.close();
    expect(await open).toEqual([{ kind: "aborted" }, { kind: "aborted" }]);
    expect(await execute("score")).toEqual({ kind: "aborted" });
  });

  it("that cannot load the judges make the task unavailable", async () => {
    const module = { module: new URL("../fixtures/judges/missing.ts", import.meta.url).href, factory: "none" };
    const answer = await create().execute({
      interaction: anInteraction(),
      judges: [{ metric: "groundedness", module }],
      signal: new AbortController().signal,
    });
    expect(answer).toEqual({ kind: "unavailable" });
  });
});
