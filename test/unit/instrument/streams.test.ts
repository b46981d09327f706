import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { createScriptedJudge } from "../../../src/testing/index.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

const relevance = () => createScriptedJudge({ metric: "answer_relevance", verdict: 0.9 });

async function* words(): AsyncGenerator<string> {
  yield "Paris ";
  yield "is it.";
}

describe("a streamed answer", () => {
  it("is scored on the whole text, with a generation span from the first next() to the last part", async () => {
    const answer_relevance = relevance();
    const { triad, telemetry, completed, settle } = createTestTriad({ judges: { answer_relevance } });
    const marks: Record<string, number> = {};
    const generate = triad.wrapGenerator(async function* () {
      marks["body"] = performance.now();
      yield* words();
      marks["last"] = performance.now();
    });
    const stream = triad.run({ query: "q" }, () => generate());
    await new Promise((resolve) => setTimeout(resolve, 5));
    marks["before"] = performance.now();
    expect(triad.snapshot().open).toBe(1);
    let text = "";
    for await (const part of stream) text += part;
    await settle();
    expect(text).toBe("Paris is it.");
    expect(answer_relevance.interactions[0]?.answer).toBe("Paris is it.");
    const generation = telemetry.spans.find(({ name }) => name === "generation");
    expect(generation?.startedAt).toBeGreaterThanOrEqual(marks["before"]);
    expect(generation?.startedAt).toBeLessThanOrEqual(marks["body"] ?? 0);
    expect(generation?.endedAt).toBeGreaterThanOrEqual(marks["last"] ?? Infinity);
    expect(completed[0]?.generations[0]?.timeToFirstPartSeconds).toBeGreaterThanOrEqual(0);
  });

  it("starts late too when a plain function hands the generator object over", async () => {
    const { triad, telemetry, settle } = createTestTriad({ judges: { answer_relevance: relevance() } });
    const generate = triad.wrapGenerator(() => words());
    const stream = triad.run({ query: "q" }, () => generate());
    await new Promise((resolve) => setTimeout(resolve, 5));
    const before = performance.now();
    for await (const _ of stream);
    await settle();
    const generations = telemetry.spans.filter(({ name }) => name === "generation");
    expect(generations).toHaveLength(1);
    expect(generations[0]?.startedAt).toBeGreaterThanOrEqual(before);
  });

  it("that its reader leaves is abandoned", async () => {
    const { triad, evaluated, settle } = createTestTriad({ judges: { answer_relevance: relevance() } });
    const generate = triad.wrapGenerator(words);
    for await (const _ of triad.run({ query: "q" }, () => generate())) break;
    await settle();
    expect(evaluated[0]?.results["answer_relevance"]?.outcome).toEqual({ reason: "abandoned" });
  });

  it("of a Node stream whose reader has gone away is abandoned, also when the reader's failure reaches the work", async () => {
    const { triad, completed, settle } = createTestTriad({ judges: { answer_relevance: relevance() } });
    const generate = triad.wrapGenerator(() =>
      Readable.from(
        (async function* () {
          for (;;) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            yield "x";
          }
        })(),
      ),
    );
    const goesAway = () => {
      const response = new Writable({ write: (_part, _encoding, done) => done() });
      setTimeout(() => response.destroy(), 5);
      return response;
    };
    await expect(
      pipeline(
        triad.run({ query: "q" }, () => generate()),
        goesAway(),
      ),
    ).rejects.toThrow(/premature/i);
    await expect(triad.run({ query: "q" }, () => pipeline(generate(), goesAway()))).rejects.toThrow(/premature/i);
    await settle();
    expect(completed.map(({ outcome }) => outcome)).toEqual(["abandoned", "abandoned"]);
  });

  it("that fails after the work has returned is the request's error", async () => {
    const { triad, completed, settle } = createTestTriad({ judges: { answer_relevance: relevance() } });
    const generate = triad.wrapGenerator(async function* () {
      yield "a";
      throw new RangeError("canary");
    });
    const stream = triad.run({ query: "q" }, () => generate());
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toThrow(RangeError);
    await settle();
    expect(completed[0]).toMatchObject({ outcome: "error", errorType: "RangeError" });
  });

  it("that fails inside the work, which then recovers, is not", async () => {
    const answer_relevance = relevance();
    const { triad, completed, settle } = createTestTriad({ judges: { answer_relevance } });
    const generate = triad.wrapGenerator(() => Promise.reject(new Error("down")));
    await triad.run({ query: "q" }, async () => {
      try {
        return await generate();
      } catch {
        return "the fallback";
      }
    });
    await settle();
    expect(completed[0]?.outcome).toBe("ok");
    expect(answer_relevance.interactions[0]?.answer).toBe("the fallback");
  });

  it("that nobody reads ends when it has been idle for too long", async () => {
    const { triad, clock, completed, settle } = createTestTriad({
      judges: { answer_relevance: relevance() },
      streamIdleTimeoutMs: 1_000,
    });
    const generate = triad.wrapGenerator(words);
    const stream = triad.run({ query: "q" }, () => generate());
    await clock.advance(999);
    expect(triad.snapshot().open).toBe(1);
    await clock.advance(1);
    await settle();
    expect(triad.snapshot().open).toBe(0);
    expect(completed[0]?.outcome).toBe("abandoned");
    const parts: string[] = [];
    for await (const part of stream) parts.push(part);
    expect(parts).toEqual(["Paris ", "is it."]);
  });

  it("outside any request opens one of its own when it is given query and chunks", async () => {
    const answer_relevance = relevance();
    const { triad, telemetry, settle } = createTestTriad({ judges: { answer_relevance } });
    const generate = triad.wrapGenerator((_query: string, _chunks: { id: string; text: string }[]) => words());
    for await (const _ of generate("capital?", [{ id: "a", text: "Paris" }]));
    await settle();
    expect(answer_relevance.interactions[0]).toMatchObject({
      query: "capital?",
      chunks: [{ id: "a", text: "Paris" }],
      answer: "Paris is it.",
    });
    expect(telemetry.spans.map(({ name }) => name).sort()).toEqual(["generation", "rag_request"]);
  });

  it("outside any request without them is a span only, as is a retriever", async () => {
    const { triad, telemetry, evaluated, settle } = createTestTriad({ judges: { answer_relevance: relevance() } });
    triad.wrapGenerator(() => "x")();
    triad.wrapRetriever(() => ["y"])();
    await settle();
    expect(telemetry.spans.map(({ name }) => name)).toEqual(["generation", "retrieval"]);
    expect(evaluated).toEqual([]);
    expect(telemetry.metrics.sum("rag.requests")).toBe(0);
    expect(telemetry.metrics.measurements("gen_ai.retrieval.duration")).toHaveLength(1);
  });

  it("returned by the work without any generator is the answer", async () => {
    const answer_relevance = relevance();
    const { triad, settle } = createTestTriad({ judges: { answer_relevance } });
    const stream = await triad.run(
      { query: "q" },
      async () =>
        new ReadableStream<string>({
          start(controller) {
            controller.enqueue("Paris ");
            controller.enqueue("it is.");
            controller.close();
          },
        }),
    );
    for await (const _ of stream);
    await settle();
    expect(answer_relevance.interactions[0]?.answer).toBe("Paris it is.");
  });
});
