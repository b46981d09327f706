import { describe, expect, test } from "vitest";
import { JudgeFailure } from "../../../../src/core/judge-failure.ts";
import { windowsOf } from "../../../../src/judge/llm/context-windows.ts";
import { estimateTokens } from "../../../../src/judge/llm/estimate-tokens.ts";
import { inParallel } from "../../../../src/judge/llm/in-parallel.ts";
import type { JudgeModelRequest } from "../../../../src/judge/judge-model.ts";
import { readChunk } from "../../../../src/judge/llm/quotes/readable-chunk.ts";
import { chunksOf, claimsReply, judge, partsOf, scriptedModel, statementsOf } from "./judge-llm.ts";

/** Sentences that say nothing of Acme. */
function filler(count: number, from = 0): string {
  return Array.from(
    { length: count },
    (_, at) => `Valve ${from + at} of the old plant closes the pipe beside it.`,
  ).join(" ");
}

/** A model that finds a statement's words where they stand verbatim, and nowhere else. */
function honest(request: JudgeModelRequest) {
  const parts = partsOf(request);
  const claims = [...statementsOf(request)].map(([statement, claim]) => {
    const found = [...parts].find(([label, text]) => label.startsWith("chunk") && text.includes(claim));
    return { statement, claim, quotes: found === undefined ? [] : [[Number(found[0].slice(6)), claim] as const] };
  });
  return claimsReply(...claims);
}

/** Whether every request and what it may be replied with fit. */
function expectFit(requests: readonly JudgeModelRequest[], contextTokens: number): void {
  for (const { instructions, input, schema, maxOutputTokens = 0 } of requests) {
    const tokens = estimateTokens(instructions) + estimateTokens(input) + estimateTokens(JSON.stringify(schema));
    expect(tokens + maxOutputTokens).toBeLessThanOrEqual(contextTokens);
  }
}

describe("a long context", () => {
  const contextTokens = 4_096;
  const start = "Acme was founded in 1990.";
  const end = "Ada Byron likes sailing.";
  const chunks = chunksOf(`${start} ${filler(200)}`, filler(100, 500), `${filler(200, 900)} ${end}`);

  test("is windowed, and support at its very end is found", async () => {
    const model = scriptedModel(honest, { contextTokens });
    const answer = `${start} ${end} Nobody ever painted a bridge.`;
    const { result } = await judge("groundedness", { chunks, answer }, { model });
    expect(result.detail?.claims?.map(({ verdict, chunkId }) => [verdict, chunkId])).toEqual([
      ["supported", "a"],
      ["supported", "c"],
      ["unsupported", undefined],
    ]);
    expectFit(model.requests, contextTokens);
    expect(model.requests.length).toBeGreaterThan(1);
  });

  test("no sentence is cut, and together the windows have all of them", async () => {
    const model = scriptedModel(
      (request) => ({
        chunks: [...partsOf(request).keys()]
          .filter((label) => label.startsWith("chunk"))
          .map((label) => ({ chunk: Number(label.slice(6)), sentences: [] })),
      }),
      { contextTokens },
    );
    await judge("context_relevance", { chunks, query: "Which valve?" }, { model });
    const seen = model.requests.flatMap((request) => [...partsOf(request)].filter(([label]) => label !== "query"));
    for (let valve = 0; valve < 200; valve++) {
      const sentence = `Valve ${valve} of the old plant closes the pipe beside it.`;
      expect(
        seen.some(([label, text]) => label === "chunk 1" && text.includes(sentence)),
        sentence,
      ).toBe(true);
    }
    expect(seen.some(([, text]) => text.includes(end))).toBe(true);
    expectFit(model.requests, contextTokens);
  });

  test("a claim is not asked of windows that could not support it, nor again once it is supported", async () => {
    const model = scriptedModel(honest, { contextTokens });
    await judge("groundedness", { chunks, answer: start }, { model });
    // The window that has most of the claim comes first.
    expect(model.requests).toHaveLength(1);
    const invented = scriptedModel(honest, { contextTokens });
    await judge("groundedness", { chunks, answer: "Zebras graze near Nairobi." }, { model: invented });
    expect(invented.requests).toHaveLength(1);
  });

  test("between languages every window may support a claim", async () => {
    const german = Array.from(
      { length: 150 },
      (_, at) => `Das Ventil ${at} der alten Anlage ist mit dem Rohr verbunden und wird nicht gewartet.`,
    );
    const support = "Die Firma wurde von einer Familie aus der Stadt gegründet.";
    const answer = "The company was founded by a family from the town, as the book on the old houses says.";
    const quoting = scriptedModel(
      (request) => {
        const found = (partsOf(request).get("chunk 1") ?? "").includes(support);
        return claimsReply({ statement: 1, claim: answer, quotes: found ? [support] : [] });
      },
      { contextTokens },
    );
    const long = chunksOf([...german, support, ...german].join(" "));
    const { result } = await judge("groundedness", { chunks: long, answer }, { model: quoting });
    expect(result.outcome).toEqual({ score: 1 });
    expect(quoting.requests.length).toBeGreaterThan(3);
  });

  test("one call where it fits", async () => {
    const model = scriptedModel(honest, { contextTokens: 128_000 });
    await judge("groundedness", { chunks, answer: `${start} ${end}` }, { model });
    expect(model.requests).toHaveLength(1);
  });

  test("what would need too many calls is too_long, before the first", async () => {
    const model = scriptedModel(honest, { contextTokens });
    const huge = chunksOf(filler(12_000));
    await expect(judge("groundedness", { chunks: huge, answer: start }, { model })).rejects.toMatchObject({
      reason: "too_long",
      code: "too_many_calls",
    });
    await expect(judge("context_relevance", { chunks: huge }, { model })).rejects.toMatchObject({ reason: "too_long" });
    expect(model.requests).toEqual([]);
  });

  test("a context too small for a single sentence is too_long", async () => {
    const model = scriptedModel(honest, { contextTokens: 2_048 });
    const endless = chunksOf("没有句号的长文".repeat(300));
    await expect(judge("groundedness", { chunks: endless, answer: start }, { model })).rejects.toMatchObject({
      reason: "too_long",
    });
    expect(model.requests).toEqual([]);
  });

  test("sentences that are needed add up over the windows of a chunk", async () => {
    const model = scriptedModel(
      (request) => ({
        chunks: [...partsOf(request)]
          .filter(([label]) => label.startsWith("chunk"))
          .map(([label, text]) => ({
            chunk: Number(label.slice(6)),
            sentences: [start, end].filter((sentence) => text.includes(sentence)),
          })),
      }),
      { contextTokens },
    );
    const { result } = await judge(
      "context_relevance",
      { chunks: chunksOf(`${start} ${filler(198)} ${end}`) },
      { model },
    );
    expect(result.outcome).toEqual({ score: 0.01 });
    expect(model.requests.length).toBeGreaterThan(1);
  });
});

test("a long answer is judged in batches", async () => {
  const sentences = Array.from({ length: 90 }, (_, at) => `Valve ${at} of the old plant closes the pipe beside it.`);
  const model = scriptedModel(honest, { contextTokens: 128_000 });
  const { result } = await judge(
    "groundedness",
    { chunks: chunksOf(filler(45)), answer: sentences.join(" ") },
    { model },
  );
  expect(result.outcome).toEqual({ score: 0.5 });
  expect(result.detail?.claims?.map(({ text }) => text)).toEqual(sentences);
  expect(model.requests).toHaveLength(3);
});

test("windows overlap by two sentences inside a chunk", () => {
  const chunk = readChunk({ id: "a", text: "" }, filler(20));
  const windows = windowsOf([chunk], 200);
  expect(windows.length).toBeGreaterThan(2);
  windows.forEach(({ parts }, at) => {
    const [part] = parts;
    const next = windows[at + 1]?.parts[0];
    if (next !== undefined) expect(next.first).toBe((part?.last ?? 0) - 1);
  });
  expect(windows.at(-1)?.parts[0]?.last).toBe(19);
});

describe("calls side by side", () => {
  test("are at most four, with results in order", async () => {
    let [open, most] = [0, 0];
    const results = await inParallel([1, 2, 3, 4, 5, 6, 7, 8, 9], async (task) => {
      most = Math.max(most, ++open);
      await Promise.resolve();
      open--;
      return task * 2;
    });
    expect(most).toBe(4);
    expect(results).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });

  test("a failure of the other side counts more than that the rest was refused", async () => {
    const failing = inParallel(["refused", "down"], async (task) => {
      throw task === "down"
        ? new JudgeFailure("judge_error", "down", { code: "http_500" })
        : new JudgeFailure("circuit_open", "open");
    });
    await expect(failing).rejects.toMatchObject({ code: "http_500" });
  });

  test("the first failure begins no more of them, and leaves none unhandled", async () => {
    const begun: number[] = [];
    const failing = inParallel([1, 2, 3, 4, 5, 6, 7, 8, 9], async (task) => {
      begun.push(task);
      await Promise.resolve();
      if (task <= 2) throw new RangeError(`task ${task}`);
    });
    await expect(failing).rejects.toThrow("task 1");
    expect(begun.length).toBeLessThan(9);
  });
});
