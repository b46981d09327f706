import { describe, expect, it } from "vitest";
import { createScriptedJudge } from "../../../src/testing/index.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

const chunk = { id: "a", text: "Paris is the capital of France." };
const judges = () => ({
  context_relevance: createScriptedJudge({ metric: "context_relevance", verdict: 0.9 }),
  groundedness: createScriptedJudge({ metric: "groundedness", verdict: 0.5 }),
  answer_relevance: createScriptedJudge({ metric: "answer_relevance", verdict: 0.8 }),
});

describe("a request", () => {
  it("is scored on its query, its chunks and its answer after it has returned", async () => {
    const scripted = judges();
    const { triad, telemetry, evaluated, settle } = createTestTriad({ judges: scripted });
    const retrieve = triad.wrapRetriever(async (_query: string) => [chunk]);
    const generate = triad.wrapGenerator(
      async (_query: string, chunks: { text: string }[]) => `Paris, says ${chunks.length} page.`,
    );
    const answer = await triad.run({ query: "capital?" }, async () => generate("capital?", await retrieve("capital?")));
    expect(answer).toBe("Paris, says 1 page.");
    expect(evaluated).toEqual([]);
    await settle();
    expect(scripted.groundedness.interactions[0]).toMatchObject({
      query: "capital?",
      retrieval: "succeeded",
      chunks: [chunk],
      generatorChunks: [chunk],
      answer: "Paris, says 1 page.",
    });
    expect(evaluated).toHaveLength(1);
    expect(evaluated[0]).toMatchObject({ status: "scored", quality: "fail", diagnosis: "generation" });
    const span = telemetry.spans.find(({ name }) => name === "rag_request");
    expect(span?.attributes).toMatchObject({
      "rag.pipeline": "support",
      "rag.intent_class": "unknown",
      "rag.model_version": "unknown",
      "rag.context_relevance": 0.9,
      "rag.groundedness": 0.5,
      "rag.answer_relevance": 0.8,
      "rag.evaluation.status": "scored",
      "rag.evaluation.groundedness.outcome": "scored",
      "rag.evaluation.groundedness.judge": "scripted/1",
      "rag.quality": "fail",
      "rag.diagnosis": "generation",
      "rag.retrieval.chunk_count": 1,
      "rag.answer.refusal": false,
    });
  });

  it("ends its span at the true end, not when the score came", async () => {
    let answer: (score: number) => void = () => {};
    const groundedness = createScriptedJudge({
      metric: "groundedness",
      verdict: () => new Promise<number>((resolve) => (answer = resolve)),
    });
    const { triad, telemetry, settle } = createTestTriad({ judges: { groundedness } });
    const before = performance.now();
    triad.run({ query: "q" }, (request) => {
      request.addChunks([chunk]);
      return "Paris.";
    });
    const after = performance.now();
    await settle();
    expect(telemetry.spans).toEqual([]);
    expect(triad.snapshot()).toMatchObject({ pending: 1, held: 1, open: 0 });
    answer(0.9);
    await settle();
    const [span] = telemetry.spans;
    expect(span?.startedAt).toBeGreaterThanOrEqual(before);
    expect(span?.endedAt).toBeLessThanOrEqual(after);
    expect(triad.snapshot()).toMatchObject({ pending: 0, held: 0 });
  });

  it("runs the work once and passes on what it returns, throws or rejects with", async () => {
    const { triad, completed, settle } = createTestTriad({ judges: judges() });
    const failure = new RangeError("canary");
    expect(triad.run({ query: "q" }, () => 42)).toBe(42);
    expect(() =>
      triad.run({ query: "q" }, () => {
        throw failure;
      }),
    ).toThrow(failure);
    await expect(triad.run({ query: "q" }, () => Promise.reject(failure))).rejects.toBe(failure);
    await settle();
    expect(completed.map(({ outcome, errorType }) => [outcome, errorType])).toEqual([
      ["ok", undefined],
      ["error", "RangeError"],
      ["error", "RangeError"],
    ]);
  });

  it("counts an abort as abandoned", async () => {
    const { triad, evaluated, completed, settle } = createTestTriad({ judges: judges() });
    const abort = new DOMException("stopped", "AbortError");
    await expect(triad.run({ query: "q" }, () => Promise.reject(abort))).rejects.toBe(abort);
    await settle();
    expect(completed[0]?.outcome).toBe("abandoned");
    expect(evaluated[0]?.results["groundedness"]?.outcome).toEqual({ reason: "abandoned" });
  });

  it("takes setAnswer before the generator, the generator before the work's result", async () => {
    const scripted = judges();
    const { triad, settle } = createTestTriad({ judges: scripted });
    const generate = triad.wrapGenerator(() => "from the generator");
    triad.run({ query: "q" }, (request) => (request.setAnswer("said"), generate(), "from the work"));
    triad.run({ query: "q" }, () => (generate(), "from the work"));
    triad.run({ query: "q" }, () => "from the work");
    await settle();
    expect(scripted.answer_relevance.interactions.map(({ answer }) => answer)).toEqual([
      "said",
      "from the generator",
      "from the work",
    ]);
  });

  it("says not_retrieved, no_context and retriever_error apart", async () => {
    const { triad, evaluated, settle } = createTestTriad({ judges: judges() });
    const nothing = triad.wrapRetriever(() => []);
    const broken = triad.wrapRetriever(() => {
      throw new TypeError("no index");
    });
    triad.run({ query: "q" }, () => "hello");
    triad.run({ query: "q" }, () => (nothing(), "hello"));
    triad.run({ query: "q" }, () => {
      try {
        broken();
      } catch {
        /* answered without */
      }
      return "hello";
    });
    await settle();
    const reasons = evaluated.map(({ results }) =>
      ["context_relevance", "groundedness", "answer_relevance"].map((metric) => {
        const outcome = results[metric]?.outcome;
        return outcome !== undefined && "reason" in outcome ? outcome.reason : "scored";
      }),
    );
    expect(reasons).toEqual([
      ["not_retrieved", "not_retrieved", "scored"],
      ["no_context", "scored", "scored"],
      ["retriever_error", "retriever_error", "scored"],
    ]);
    expect(evaluated.map(({ diagnosis }) => diagnosis)).toEqual(["none", "retrieval", "retrieval"]);
  });

  it("takes a retriever that it did not wait for, or that failed beside an empty one, for retriever_error", async () => {
    const { triad, evaluated, telemetry, settle } = createTestTriad({ judges: judges() });
    const slow = triad.wrapRetriever(() => new Promise<string[]>((resolve) => setTimeout(resolve, 5, ["late"])));
    const nothing = triad.wrapRetriever(() => []);
    const broken = triad.wrapRetriever(() => Promise.reject(new TypeError("no index")));
    triad.run({ query: "q" }, () => (void slow(), "answered without"));
    await triad.run({ query: "q" }, async () => {
      nothing();
      await broken().catch(() => {});
      return "answered without";
    });
    await settle();
    expect(evaluated.map(({ results }) => results["groundedness"]?.outcome)).toEqual([
      { reason: "retriever_error" },
      { reason: "retriever_error" },
    ]);
    expect(telemetry.metrics.sum("rag.retrieval.empty")).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(telemetry.metrics.measurements("gen_ai.retrieval.duration")).toHaveLength(3);
  });

  it("does not judge an answer that came after the user had one", async () => {
    const scripted = judges();
    const { triad, settle } = createTestTriad({ judges: scripted });
    let answer: (text: string) => void = () => {};
    const generate = triad.wrapGenerator(() => new Promise<string>((resolve) => (answer = resolve)));
    expect(
      await triad.run({ query: "q" }, () => Promise.race([generate(), Promise.resolve("Sorry, try later.")])),
    ).toBe("Sorry, try later.");
    answer("late text of the model");
    await settle();
    expect(scripted.answer_relevance.interactions.map((interaction) => interaction.answer)).toEqual([
      "Sorry, try later.",
    ]);
    expect(triad.snapshot().open).toBe(0);
  });

  it("is ok when what ended badly was not what the user was told", async () => {
    const scripted = judges();
    const { triad, completed, settle } = createTestTriad({ judges: scripted });
    const abort = new DOMException("stopped", "AbortError");
    const aborted = triad.wrapGenerator(() => Promise.reject(abort));
    const generate = triad.wrapGenerator((text: string) => Promise.resolve(text));
    const suggestions = triad.wrapGenerator(async function* () {
      yield "more?";
      throw new Error("canary");
    });
    await triad.run({ query: "q" }, () => aborted().catch(() => "the fallback"));
    await triad.run({ query: "q" }, async () => {
      const answer = await generate("the winner");
      await aborted().catch(() => {});
      return { handle: answer.length };
    });
    let background: AsyncGenerator<string> | undefined;
    await triad.run({ query: "q" }, async () => {
      background = suggestions();
      return "the answer";
    });
    await (async () => {
      for await (const _ of background ?? []);
    })().catch(() => {});
    await triad.run({ query: "q" }, () => aborted().catch(() => {}));
    await settle();
    expect(completed.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok", "abandoned"]);
    const answers = scripted.answer_relevance.interactions.map((interaction) => interaction.answer);
    expect(answers).toEqual(["the fallback", "the winner", "the answer"]);
  });

  it("reads a stream that an inner request's generator gave", async () => {
    const scripted = judges();
    const { triad, settle } = createTestTriad({ judges: scripted });
    const generate = triad.wrapGenerator(async function* () {
      yield "Paris ";
      yield "it is.";
    });
    const stream = triad.run({ query: "outer" }, () => triad.run({ query: "inner" }, () => generate()));
    expect(triad.snapshot().open).toBe(2);
    for await (const _ of stream);
    await settle();
    const asked = scripted.answer_relevance.interactions.map(({ query, answer }) => `${query}: ${answer}`);
    expect(asked.sort()).toEqual(["inner: Paris it is.", "outer: Paris it is."]);
  });

  it("takes addChunks as the way out of a retriever that cannot be read", async () => {
    const scripted = judges();
    const { triad, evaluated, settle } = createTestTriad({ judges: scripted });
    const odd = triad.wrapRetriever(() => ({ odd: 1 }));
    triad.run({ query: "q" }, (request) => {
      odd();
      request.addChunks([chunk]);
      return "Paris.";
    });
    triad.run({ query: "q" }, (request) => {
      request.addChunks({ odd: 1 } as never);
      return "Paris.";
    });
    await settle();
    const outcomes = evaluated.map(({ id, results }) => [id, results["groundedness"]?.outcome]).sort();
    expect(outcomes).toEqual([
      ["id-1", { score: 0.5 }],
      ["id-2", { reason: "unreadable" }],
    ]);
  });

  it("waits for a generator call that has the only answer, for as long as it is not idle", async () => {
    const scripted = judges();
    const { triad, clock, completed, settle } = createTestTriad({ judges: scripted, streamIdleTimeoutMs: 1_000 });
    let answer: (text: string) => void = () => {};
    const generate = triad.wrapGenerator(() => new Promise<string>((resolve) => (answer = resolve)));
    const respond = () => triad.run({ query: "q" }, () => void generate());
    respond();
    answer("Paris.");
    await settle();
    expect(scripted.answer_relevance.interactions.map((interaction) => interaction.answer)).toEqual(["Paris."]);
    respond();
    await clock.advance(1_000);
    await settle();
    expect(completed.map(({ outcome }) => outcome)).toEqual(["ok", "abandoned"]);
  });

  it("adds several retrievals up, ids deduplicated, passages kept apart", async () => {
    const scripted = judges();
    const { triad, settle } = createTestTriad({ judges: scripted });
    const retrieve = triad.wrapRetriever((texts: string[]) => texts);
    triad.run({ query: "q" }, () => {
      retrieve(["one", "two"]);
      retrieve(["one", "three"]);
      retrieve(["one", "three"]);
      return "x";
    });
    await settle();
    const chunks = scripted.context_relevance.interactions[0]?.chunks ?? [];
    expect(chunks.map(({ text }) => text)).toEqual(["one", "two", "three"]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(3);
  });

  it("judges groundedness against what the generator was given, reordered, cut or changed", async () => {
    const scripted = judges();
    const { triad, settle } = createTestTriad({ judges: scripted });
    const pages = () => [
      { id: "a", text: "one" },
      { id: "b", text: "two" },
      { id: "c", text: "three" },
    ];
    const retrieve = triad.wrapRetriever(pages);
    const generate = triad.wrapGenerator((_query: string, _chunks: { text: string }[]) => "answer");
    const given = async (change: (found: ReturnType<typeof pages>) => { text: string }[]) => {
      triad.run({ query: "q" }, () => generate("q", change(retrieve())));
      await settle();
      const interaction = scripted.groundedness.interactions.at(-1);
      expect(interaction?.chunks.map(({ text }) => text)).toEqual(["one", "two", "three"]);
      return interaction?.generatorChunks?.map(({ text, rank }) => `${rank} ${text}`);
    };
    expect(await given((found) => found)).toEqual(["0 one", "1 two", "2 three"]);
    expect(await given((found) => found.toReversed().slice(0, 2))).toEqual(["0 three", "1 two"]);
    expect(await given((found) => found.map((page) => Object.assign(page, { text: page.text.slice(0, 2) })))).toEqual([
      "0 on",
      "1 tw",
      "2 th",
    ]);
    expect(await given((found) => [...found, { id: "d", text: "four" }])).toEqual([
      "0 one",
      "1 two",
      "2 three",
      "3 four",
    ]);
  });

  it("nests: an inner run is an interaction of its own", async () => {
    const scripted = judges();
    const { triad, evaluated, settle } = createTestTriad({ judges: scripted });
    const generate = triad.wrapGenerator((text: string) => text);
    triad.run({ query: "outer" }, () => {
      triad.run({ query: "inner" }, () => generate("inner answer"));
      return generate("outer answer");
    });
    await settle();
    expect(scripted.answer_relevance.interactions.map(({ query, answer }) => [query, answer])).toEqual([
      ["inner", "inner answer"],
      ["outer", "outer answer"],
    ]);
    expect(evaluated).toHaveLength(2);
  });

  it("keeps concurrent requests apart", async () => {
    const scripted = judges();
    const { triad, settle } = createTestTriad({ judges: scripted });
    const retrieve = triad.wrapRetriever(async (query: string) => [{ id: query, text: `about ${query}` }]);
    const generate = triad.wrapGenerator(async (query: string) => `answer to ${query}`);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => `q${index}`).map((query) =>
        triad.run({ query }, async () => {
          await retrieve(query);
          return generate(query);
        }),
      ),
    );
    await settle();
    for (const { query, chunks, answer } of scripted.answer_relevance.interactions) {
      expect(chunks.map(({ id }) => id)).toEqual([query]);
      expect(answer).toBe(`answer to ${query}`);
    }
    expect(scripted.answer_relevance.interactions).toHaveLength(20);
  });

  it("respects a query of null, and takes one that was not given from the generator", async () => {
    const scripted = judges();
    const { triad, evaluated, settle } = createTestTriad({ judges: scripted });
    const generate = triad.wrapGenerator((_query: string, _chunks: object[]) => "an answer");
    triad.run({ query: null }, () => generate("the prompt", [chunk]));
    triad.run({} as never, () => generate("the query", [chunk]));
    await settle();
    expect(evaluated.map(({ results }) => results["answer_relevance"]?.outcome)).toEqual([
      { reason: "no_query" },
      { score: 0.8 },
    ]);
    expect(scripted.groundedness.interactions.map(({ query }) => query)).toEqual([null, "the query"]);
  });

  it("warns, once, of an input that is no object: there is no query then, and the work runs all the same", async () => {
    const { triad, shown, evaluated, settle } = createTestTriad({ judges: judges() });
    for (const input of ["just a query", "another", undefined, null, 5, ["a query"], () => "work"]) {
      expect(triad.run(input as never, () => "answer")).toBe("answer");
    }
    triad.run({ query: null }, () => "answer");
    await settle();
    expect(shown.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "run_input_invalid: triad.run was called without an object in front of the work: call run({ query }, work). The request has no query but what a wrapped generator was given.",
    ]);
    expect(evaluated.map(({ results }) => results["answer_relevance"]?.outcome)).toEqual(
      Array.from({ length: 8 }, () => ({ reason: "no_query" })),
    );
  });

  it("takes anything JavaScript passes for an input", async () => {
    const { triad, evaluated, settle } = createTestTriad({ judges: judges() });
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    for (const input of [
      undefined,
      null,
      7,
      "q",
      [],
      cyclic,
      { query: cyclic },
      { query: 7n },
      { query: "x".repeat(40_000) },
    ]) {
      expect(triad.run(input as never, () => "answer")).toBe("answer");
    }
    await settle();
    expect(evaluated).toHaveLength(9);
    expect(evaluated.slice(6).map(({ results }) => results["answer_relevance"]?.outcome)).toEqual([
      { reason: "unreadable" },
      { reason: "unreadable" },
      { reason: "too_long" },
    ]);
  });
});
