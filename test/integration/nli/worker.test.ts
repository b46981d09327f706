import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { tinyNliFiles } from "../../../scripts/models/make-tiny-models.ts";
import type { CpuAnswer, CpuExecutor } from "../../../src/core/cpu-executor.ts";
import { nliJudge, type NliJudgeOptions } from "../../../src/nli/index.ts";
import { createSystemClock } from "../../../src/node/system-clock.ts";
import { systemRandom } from "../../../src/node/system-random.ts";
import { createWorkerExecutor } from "../../../src/node/worker-executor.ts";
import { createInProcessDispatcher } from "../../../src/scoring/in-process-dispatcher.ts";
import { aJob, anInteraction } from "../../fixtures/judges/interactions.ts";
import { aJudgeContext } from "../../helpers/judge-context.ts";
import { createModelFolders } from "../../helpers/model-folders.ts";

// The worker has modules of its own. On this thread the model can be neither loaded nor run.
vi.mock("onnxruntime-node", () => {
  throw new Error("onnxruntime on the main thread");
});

const folders = createModelFolders();
const clock = createSystemClock();
let executor: CpuExecutor = createWorkerExecutor({ clock });

afterEach(async () => {
  await executor.close();
  executor = createWorkerExecutor({ clock });
});
afterAll(() => folders.remove());

const tiny = folders.write("tiny", tinyNliFiles());
const interaction = anInteraction({
  chunks: [{ id: "c", text: "The refund window lasts thirty days. The shop opens at nine." }],
  answer: "The refund window lasts thirty days. The fee costs five euros.",
});

function execute(options: Partial<NliJudgeOptions> = {}, signal = new AbortController().signal): Promise<CpuAnswer> {
  const worker = nliJudge({ modelPath: tiny, ...options }).groundedness?.worker;
  if (worker === undefined) throw new Error("It has no worker module");
  return executor.execute({ interaction, judges: [{ metric: "groundedness", module: worker }], signal });
}

describe("the NLI judge on a worker thread", () => {
  it("scores there, and nothing of the model is on the thread that serves requests", async () => {
    const answer = await execute();
    expect(answer).toMatchObject({
      kind: "scored",
      results: { groundedness: { outcome: { score: 0.5 }, judge: "nli/1+tiny" } },
    });
    const inline = nliJudge({ modelPath: tiny }).groundedness;
    await expect(inline?.judge(interaction, aJudgeContext())).rejects.toMatchObject({
      code: "ERR_RAG_TRIAD_PEER_MISSING",
    });
  });

  it("takes its options along", async () => {
    const answer = await execute({
      version: "mine",
      entailedFrom: 0.99,
      thresholds: { groundedness: { warning: 0.5, page: 0.4 } },
    });
    expect(answer).toMatchObject({ results: { groundedness: { outcome: { score: 0 }, judge: "nli/mine" } } });
  });

  it("says of a model that breaks what is wrong with it, by its code", async () => {
    const modelPath = folders.write("broken", tinyNliFiles(), { "onnx/model.onnx": "broken" });
    expect(await execute({ modelPath })).toMatchObject({
      kind: "scored",
      results: { groundedness: { outcome: { reason: "judge_error" }, errorType: "ERR_RAG_TRIAD_OPTION" } },
    });
  });

  it("ends at an abort, and the next interaction is scored", async () => {
    await execute();
    const controller = new AbortController();
    const victim = execute({}, controller.signal);
    controller.abort();
    expect(await victim).toEqual({ kind: "aborted" });
    expect((await execute()).kind).toBe("scored");
  });

  it("is `judge_timeout` at its deadline, and the next one is scored", async () => {
    const judges = nliJudge({ modelPath: tiny, maxPairs: 1_000_000 });
    const metrics = ["groundedness"];
    const dispatcher = createInProcessDispatcher({
      judges,
      clock,
      random: systemRandom,
      maxPending: 10,
      concurrency: 1,
      execution: "worker",
      executor,
    });
    const outcomes = new Map<string, unknown>();
    dispatcher.onResult(({ jobId, results }) => outcomes.set(jobId, results.groundedness?.outcome));
    // Far more pairs than can be run before the deadline.
    const endless = {
      ...interaction,
      chunks: [{ id: "c", text: "Roses grow in the garden of Paris. ".repeat(7_000) }],
      answer: "The shop opens at nine. ".repeat(50),
    };
    dispatcher.submit(aJob("late", clock.epochMs() + 1_500, { interaction: endless, metrics }));
    dispatcher.submit(aJob("next", clock.epochMs() + 60_000, { interaction, metrics }));
    await dispatcher.drain({ timeoutMs: 60_000 });
    expect(outcomes.get("late")).toEqual({ reason: "judge_timeout" });
    expect(outcomes.get("next")).toEqual({ score: 0.5 });
    await dispatcher.close({ timeoutMs: 0 });
  });
});
