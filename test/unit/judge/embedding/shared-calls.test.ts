import { expect, test, vi } from "vitest";
import { JudgeFailure } from "../../../../src/core/judge-failure.ts";
import { embeddingJudges } from "../../../../src/judge/embedding/embedding-judges.ts";
import { compose } from "../../../../src/resilience/compose.ts";
import {
  createManualClock,
  createScriptedEmbedder,
  vectorAtCosine,
  type ScriptedVector,
} from "../../../../src/testing/index.ts";
import { anInteraction, judgeBy, numericEmbedder, type Judged } from "./judge-by-vectors.ts";

/** No policy: each call is made once, as it is. */
const policy = compose();

/** An embedder whose calls wait until the test lets them go on. */
function heldEmbedder(vectorOf: (text: string) => ScriptedVector): {
  readonly embedder: ReturnType<typeof createScriptedEmbedder>;
  readonly release: () => void;
} {
  const gate = Promise.withResolvers<void>();
  const embedder = createScriptedEmbedder({
    usagePerText: { inputTokens: 1 },
    vectors: async (text) => {
      await gate.promise;
      return vectorOf(text);
    },
  });
  return { embedder, release: gate.resolve };
}

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const numeric = (text: string): ScriptedVector => (text === "query" ? [1, 0] : vectorAtCosine(Number(text)));
const passages = (embedder: ReturnType<typeof createScriptedEmbedder>): readonly (readonly string[])[] =>
  embedder.calls.filter(({ kind }) => kind === "passage").map(({ texts }) => texts);

test("chunks go in batches of the embedder's size, each text once", async () => {
  const embedder = createScriptedEmbedder({ maxBatch: 2, vectors: numeric, usagePerText: { inputTokens: 3 } });
  const judges = embeddingJudges({ embedder, policy });
  const judged = await judgeBy(judges, "context_relevance", anInteraction(["0.1", "0.2", "0.1", "0.3", "0.4", "0.5"]));
  expect(passages(embedder)).toEqual([["0.1", "0.2"], ["0.3", "0.4"], ["0.5"]]);
  expect(judged.result.outcome).toEqual({ score: 0.2667 });
  expect(judged.usage).toEqual({ inputTokens: 18 });
});

test("a call has at most 200,000 characters", async () => {
  const embedder = createScriptedEmbedder({ vectors: (text) => [1, text.length] });
  const texts = ["a", "b", "c"].map((letter) => letter.repeat(90_000));
  const judges = embeddingJudges({ embedder, policy, maxTextCharacters: 100_000 });
  await judgeBy(judges, "context_relevance", anInteraction(texts));
  expect(passages(embedder)).toEqual([texts.slice(0, 2), texts.slice(2)]);
});

test("what was embedded is not embedded again, but as a query is not as a passage", async () => {
  const embedder = numericEmbedder();
  const judges = embeddingJudges({ embedder, policy });
  await judgeBy(judges, "context_relevance", anInteraction(["0.5"], { query: "1" }));
  const again = await judgeBy(judges, "context_relevance", anInteraction(["0.5", "1"], { query: "1" }));
  expect(again.result.outcome).toEqual({ score: 0.75 });
  expect(embedder.calls).toHaveLength(3);
  expect(passages(embedder)).toEqual([["0.5"], ["1"]]);
  expect(again.usage).toBeUndefined();
});

test("without a cache everything is embedded each time", async () => {
  const embedder = numericEmbedder();
  const judges = embeddingJudges({ embedder, policy, cacheMaxBytes: 0 });
  await judgeBy(judges, "context_relevance", anInteraction(["0.5"]));
  await judgeBy(judges, "context_relevance", anInteraction(["0.5"]));
  expect(embedder.calls).toHaveLength(4);
});

test("both judges of an interaction share the query's call, and its usage counts once", async () => {
  const { embedder, release } = heldEmbedder(numeric);
  const judges = embeddingJudges({ embedder, policy });
  const interaction = anInteraction(["0.5"], { answer: "0.6" });
  const both = Promise.all([
    judgeBy(judges, "context_relevance", interaction),
    judgeBy(judges, "answer_relevance", interaction),
  ]);
  await settle();
  release();
  const [context, answer] = await both;
  expect(context.result.outcome).toEqual({ score: 0.5 });
  expect(answer.result.outcome).toEqual({ score: 0.6 });
  expect(embedder.calls.flatMap(({ texts }) => texts).sort()).toEqual(["0.5", "0.6", "query"]);
  expect((context.usage?.inputTokens ?? 0) + (answer.usage?.inputTokens ?? 0)).toBe(3);
});

test("who leaves ends at once, and leaves the call to who still waits for it", async () => {
  const { embedder, release } = heldEmbedder(numeric);
  const judges = embeddingJudges({ embedder, policy });
  const controller = new AbortController();
  const first = judgeBy(judges, "context_relevance", anInteraction(["0.5"]), { signal: controller.signal });
  await settle();
  const second = judgeBy(judges, "context_relevance", anInteraction(["0.5"]));
  await settle();
  controller.abort();
  await expect(first).rejects.toMatchObject({ reason: "judge_timeout" });
  release();
  expect(await second).toMatchObject({ result: { outcome: { score: 0.5 } }, usage: { inputTokens: 2 } });
  expect(embedder.calls).toHaveLength(2);
});

test("when the last has left, the call is aborted, and the next one makes its own", async () => {
  const signals: AbortSignal[] = [];
  const embed = vi.fn(async (texts: readonly string[], { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal);
    if (signals.length <= 2) await new Promise(() => {});
    return { vectors: texts.map(numeric) as never };
  });
  const judges = embeddingJudges({ embedder: { model: "m", embed }, policy });
  const controller = new AbortController();
  const ask = (): Promise<Judged> =>
    judgeBy(judges, "context_relevance", anInteraction(["0.5"]), { signal: controller.signal });
  const left = Promise.allSettled([ask(), ask()]);
  await settle();
  expect(embed).toHaveBeenCalledTimes(2);
  const reason = new JudgeFailure("shutdown", "over");
  controller.abort(reason);
  expect(await left).toMatchObject([{ reason: { reason: "shutdown" } }, { reason: { reason: "shutdown" } }]);
  expect(signals.map((signal) => signal.reason as unknown)).toEqual([reason, reason]);
  const next = await judgeBy(judges, "context_relevance", anInteraction(["0.5"]));
  expect(next.result.outcome).toEqual({ score: 0.5 });
  expect(embed).toHaveBeenCalledTimes(4);
});

test("a failure that is another request's does not become this one's", async () => {
  const { embedder, release } = heldEmbedder((text) =>
    text === "poison" ? new JudgeFailure("too_long", "no", { code: "http_400" }) : numeric(text),
  );
  const judges = embeddingJudges({ embedder, policy });
  const first = judgeBy(judges, "context_relevance", anInteraction(["0.5", "poison"]));
  await settle();
  const second = judgeBy(judges, "context_relevance", anInteraction(["0.5"]));
  await settle();
  release();
  await expect(first).rejects.toMatchObject({ reason: "too_long", code: "http_400" });
  expect((await second).result.outcome).toEqual({ score: 0.5 });
  expect(passages(embedder)).toEqual([["0.5", "poison"], ["0.5"]]);
});

test("a failure that may pass is shared, so that an outage sees no second call; nor does a fault in the embedder", async () => {
  for (const error of [new JudgeFailure("judge_error", "no", { retryable: true }), new TypeError("fault")]) {
    const { embedder, release } = heldEmbedder((text) => (text === "query" ? [1, 0] : error));
    const judges = embeddingJudges({ embedder, policy });
    const both = [1, 2].map(() => judgeBy(judges, "context_relevance", anInteraction(["0.5"])));
    const settled = Promise.allSettled(both);
    await settle();
    release();
    expect(await settled).toEqual([
      { status: "rejected", reason: error },
      { status: "rejected", reason: error },
    ]);
    expect(passages(embedder)).toHaveLength(1);
  }
});

test("a model that changes behind its name is refused once, and what it gave before is forgotten", async () => {
  let dimensions = 2;
  const embedder = createScriptedEmbedder({
    vectors: (text) => [...(numeric(text) as number[]), ...Array.from<number>({ length: dimensions - 2 }).fill(0)],
  });
  const judges = embeddingJudges({ embedder, policy });
  await judgeBy(judges, "context_relevance", anInteraction(["0.5"]));
  dimensions = 3;
  await expect(judgeBy(judges, "context_relevance", anInteraction(["0.6"]))).rejects.toMatchObject({
    reason: "judge_invalid_output",
    code: "vector_length",
  });
  const after = await judgeBy(judges, "context_relevance", anInteraction(["0.5", "0.7"]));
  expect(after.result.outcome).toEqual({ score: 0.6 });
});

test("calls go through the policy with an estimate, and it is told what they used", async () => {
  const seen: unknown[] = [];
  const embedder = createScriptedEmbedder({ vectors: numeric, usagePerText: { inputTokens: 7, cost: 0.25 } });
  const judges = embeddingJudges({
    embedder,
    policy: {
      async execute(call, context) {
        context.warn?.({ code: "budget_soft_bound", message: "soon" });
        const value = await call.run(context);
        seen.push({ estimate: call.estimate, used: call.usageOf?.(value) });
        return value;
      },
    },
  });
  const judged = await judgeBy(judges, "context_relevance", anInteraction(["0.5"]));
  expect(seen).toEqual([
    { estimate: { inputTokens: 2 }, used: { inputTokens: 7, cost: 0.25 } },
    { estimate: { inputTokens: 1 }, used: { inputTokens: 7, cost: 0.25 } },
  ]);
  expect(judged.usage).toEqual({ inputTokens: 14, cost: 0.5 });
  expect(judged.warnings).toEqual(["budget_soft_bound", "budget_soft_bound"]);
});

test("the policy that is there when none is given tries again after a failure that may pass", async () => {
  let failures = 1;
  const embedder = createScriptedEmbedder({
    vectors: (text) =>
      text !== "query" && failures-- > 0 ? new JudgeFailure("judge_error", "no", { retryable: true }) : numeric(text),
  });

  const clock = createManualClock();
  const judges = embeddingJudges({ embedder });
  const judged = judgeBy(judges, "context_relevance", anInteraction(["0.5"]), { clock });
  await clock.advance(60_000);
  expect((await judged).result.outcome).toEqual({ score: 0.5 });
  expect(passages(embedder)).toHaveLength(2);
  expect(clock.scheduled).toBe(0);
});
