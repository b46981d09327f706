import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  canaries,
  createRagTriad,
  fallback,
  route,
  shadow,
  split,
  type Judge,
  type JudgeSet,
  type RagTriad,
} from "../../src/index.ts";
import {
  behaviours,
  createBehavingJudges,
  createMainThreadJudges,
  type Behaviour,
} from "../fixtures/judges/behaving-judges.ts";
import { conservationViolations } from "../helpers/conservation.ts";
import { createMetricsRig, sum, type Sample } from "../integration/telemetry/metrics-rig.ts";

const pipeline = {
  metrics: ["context_relevance", "groundedness", "answer_relevance"],
  intentClasses: ["easy", "hard", "unknown", "other"],
};

interface Request {
  readonly behaviour: Behaviour;
  readonly retriever: "chunks" | "nothing" | "throws" | "not called";
  readonly generator: "text" | "stream" | "abandoned stream" | "throws" | "rejects" | "empty";
}

// What eats memory is left to the worker's own tests.
const behaviour = fc.constantFrom(...behaviours.filter((name) => name !== "exhaust"));
const request: fc.Arbitrary<Request> = fc.record({
  behaviour: fc.oneof({ weight: 12, arbitrary: fc.constant("score" as const) }, { weight: 4, arbitrary: behaviour }),
  retriever: fc.constantFrom("chunks", "chunks", "chunks", "nothing", "throws", "not called"),
  generator: fc.constantFrom("text", "stream", "stream", "abandoned stream", "throws", "rejects", "empty"),
});

function serve(triad: RagTriad): (request: Request) => Promise<void> {
  const retrieve = triad.wrapRetriever(async (_query: string, kind: Request["retriever"]) => {
    if (kind === "throws") throw new RangeError("no index");
    return kind === "nothing" ? [] : [{ id: "a", text: "Paris is the capital of France." }];
  });
  const stream = triad.wrapGenerator(async function* (_query: string) {
    yield "Paris is ";
    await sleep(0);
    yield "the capital.";
  });
  const generate = triad.wrapGenerator(async (_query: string, kind: Request["generator"]) => {
    if (kind === "rejects") throw new TypeError("no model");
    return kind === "empty" ? "" : "Paris is the capital.";
  });
  const fail = triad.wrapGenerator((_query: string): string => {
    throw new Error("no model");
  });
  return async ({ behaviour, retriever, generator }) => {
    const query = `${behaviour} what is the capital?`;
    try {
      await triad.run({ query }, async () => {
        if (retriever !== "not called") await retrieve(query, retriever);
        if (generator === "throws") return fail(query);
        if (generator !== "stream" && generator !== "abandoned stream") return generate(query, generator);
        let text = "";
        for await (const part of stream(query)) {
          text += part;
          if (generator === "abandoned stream") break;
        }
        return text;
      });
    } catch {
      // The service's own failure, as its caller sees it.
    }
  };
}

async function play(
  requests: readonly Request[],
  concurrency: number,
  options: { sampleRatio: number; shutdownAfter: number; judgeTimeoutMs: number; judges?: JudgeSet },
): Promise<{ found: string[]; sent: number; workersDied: number; series: readonly Sample[] }> {
  const rig = createMetricsRig();
  const triad = createRagTriad({
    pipeline: "conserved",
    intentClass: async (query) => (query?.startsWith("score") === true ? "easy" : "hard"),
    judges: options.judges ?? judges(),
    // What kills a worker must never be asked on this thread.
    execution: "worker",
    canaries: canaries({ everyMs: 1_000 }),
    sampleRatio: options.sampleRatio,
    maxPending: 50,
    concurrency: 8,
    judgeTimeoutMs: options.judgeTimeoutMs,
    holdTimeoutMs: 20,
    meterProvider: rig.provider,
  });
  let workersDied = 0;
  triad.on("warning", ({ code }) => void (workersDied += code === "worker_died" ? 1 : 0));
  const serveOne = serve(triad);
  // However slow the machine is at starting threads, a worker has died and another has scored before the storm begins.
  if (options.judgeTimeoutMs >= 1_000) {
    const repeat = async (behaviour: Behaviour, isDone: () => boolean | Promise<boolean>): Promise<void> => {
      for (let attempt = 0; !(await isDone()) && attempt < 100; attempt++) {
        await serveOne({ behaviour, retriever: "chunks", generator: "text" });
        await triad.flush();
      }
    };
    await repeat("exit", () => workersDied > 0);
    await repeat(
      "score",
      async () => sum(await rig.samples(), "rag_groundedness_count", { rag_judge: "behaving/1" }) > 0,
    );
  }
  const found: string[] = [];
  let next = 0;
  let counted = 0;
  triad.on("completed", () => void counted++);
  const scraper = (async () => {
    while (next < requests.length) {
      found.push(...conservationViolations(await rig.samples(), false, pipeline));
      await sleep(2);
    }
  })();
  let closing: Promise<unknown> | undefined;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < requests.length) {
        const index = next++;
        if (index === options.shutdownAfter) closing = triad.shutdown({ timeoutMs: 400 });
        await serveOne(requests[index] as Request);
      }
    }),
  );
  await scraper;
  await (closing ?? triad.shutdown({ timeoutMs: 5_000 }));
  const series = await rig.samples();
  found.push(...conservationViolations(series, true, pipeline), ...unaskedJudges(series));
  return { found, sent: counted, workersDied, series };
}

/** Judges that scored more often than they were asked. */
function unaskedJudges(series: readonly Sample[]): string[] {
  return pipeline.metrics.flatMap((metric) =>
    [...new Set(series.flatMap(({ name, labels }) => (name === `rag_${metric}_count` ? [labels["rag_judge"]] : [])))]
      .filter((judge) => judge !== undefined)
      .flatMap((judge) => {
        const scores = sum(series, `rag_${metric}_count`, { rag_judge: judge });
        const calls = sum(series, "rag_judge_duration_count", { rag_metric: metric, rag_judge: judge });
        return scores <= calls ? [] : [`${judge} was asked ${calls} times and scored ${scores} times`];
      }),
  );
}

const deadly = /^(?:exit|crash|spin) /;
const failing = /^(?:exit|crash|spin|throw|reject|nonsense) /;

/** Judges on this thread under a name of their own, which what kills a worker only makes hang, or which score where others fail. */
function mainThreadJudges(name: string, isSecond = false): JudgeSet {
  const renamed = (judge: Judge): Judge => ({
    ...judge,
    name,
    async judge(interaction, context) {
      const given = interaction.query ?? "";
      const query = isSecond ? given.replace(failing, "score ") : given.replace(deadly, "hang ");
      return { ...(await judge.judge({ ...interaction, query }, context)), judge: `${name}/1` };
    },
  });
  return Object.fromEntries(
    Object.entries(createMainThreadJudges()).flatMap(([metric, judge]) =>
      judge === undefined ? [] : [[metric, renamed(judge)]],
    ),
  );
}

/** Every combination there is, over judges on workers and on this thread. */
function combinedJudges(): JudgeSet {
  const primary = split({
    a: createBehavingJudges(),
    b: fallback(mainThreadJudges("other"), mainThreadJudges("here", true)),
    ratio: 0.3,
  });
  return route({
    byIntentClass: { hard: fallback(createBehavingJudges(), mainThreadJudges("here", true), { timeShare: 0.5 }) },
    default: shadow({ primary, shadow: mainThreadJudges("third"), ratio: 0.5, timeoutMs: 50 }),
  });
}

/** Two metrics are judged in a worker, which some queries kill; one on this thread, which must outlive them. */
function judges(): JudgeSet {
  const here = createMainThreadJudges({ metrics: ["answer_relevance"] }).answer_relevance as Judge;
  return {
    ...createBehavingJudges({ metrics: ["context_relevance", "groundedness"] }),
    answer_relevance: {
      ...here,
      judge: (interaction, context) =>
        here.judge({ ...interaction, query: (interaction.query ?? "").replace(deadly, "hang ") }, context),
    },
  };
}

describe("conservation", () => {
  it("holds at every scrape, whatever requests, judges and shutdowns do", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        fc.record({
          sampleRatio: fc.constantFrom(0, 0.3, 1),
          shutdownAfter: fc.integer({ min: 0, max: 120 }),
          judgeTimeoutMs: fc.constant(100),
        }),
        async (requests, concurrency, options) => {
          const { found } = await play(requests, concurrency, options);
          expect(found).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  it("holds with combined judges, whatever their members do", async () => {
    const requests = fc.sample(request, { numRuns: 3_000, seed: 11 });
    const { found, series, workersDied } = await play(requests, 60, {
      sampleRatio: 1,
      shutdownAfter: 2_500,
      judgeTimeoutMs: 1_000,
      judges: combinedJudges(),
    });
    expect(found).toEqual([]);
    expect(workersDied).toBeGreaterThan(0);
    for (const judge of ["behaving/1", "here/1", "other/1"])
      expect(sum(series, "rag_groundedness_count", { rag_judge: judge }), judge).toBeGreaterThan(0);
    expect(sum(series, "rag_judge_comparisons_total", { rag_shadow_judge: "third/1" })).toBeGreaterThan(0);
    for (const judge of ["route/1", "fallback/1", "split/1", "shadow/1"])
      expect(sum(series, "rag_judge_duration_count", { rag_judge: judge }), judge).toBe(0);
  }, 120_000);

  it("holds for 10,000 requests at concurrency 200 with a queue of 50, sampling 0.3 and a shutdown in the middle", async () => {
    const requests = fc.sample(request, { numRuns: 10_000, seed: 7 });
    const { found, sent, workersDied, series } = await play(requests, 200, {
      sampleRatio: 0.3,
      shutdownAfter: 6_000,
      judgeTimeoutMs: 1_000,
    });
    expect(found).toEqual([]);
    expect(sent).toBeGreaterThan(5_000);
    expect(workersDied).toBeGreaterThan(0);
    const outcomes = new Set(
      series
        .filter(({ name, value }) => name === "rag_evaluations_total" && value > 0)
        .map(({ labels }) => labels["rag_outcome"]),
    );
    for (const outcome of ["scored", "not_sampled", "request_error", "abandoned", "not_retrieved", "no_context"]) {
      expect(outcomes).toContain(outcome);
    }
    // How often judges get to hang, fail or answer nonsense depends on the machine; that several of them did does not.
    const judged = ["judge_error", "judge_timeout", "judge_invalid_output", "queue_full", "shutdown"];
    expect(judged.filter((outcome) => outcomes.has(outcome)).length).toBeGreaterThanOrEqual(3);
  }, 120_000);
});
