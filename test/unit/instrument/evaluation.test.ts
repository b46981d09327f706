import { describe, expect, it } from "vitest";
import { createScriptedJudge } from "../../../src/testing/index.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

const chunk = { id: "a", text: "Paris is the capital of France." };

/** A judge that answers when the test says so. */
function waitingJudge() {
  const answers: ((score: number) => void)[] = [];
  const judge = createScriptedJudge({
    metric: "groundedness",
    verdict: () => new Promise<number>((resolve) => void answers.push(resolve)),
  });
  return { judges: { groundedness: judge }, answer: (score: number) => answers.shift()?.(score) };
}

function ask(triad: ReturnType<typeof createTestTriad>["triad"], answer = "Paris.", input = {}): void {
  triad.run({ query: "capital?", ...input }, (request) => {
    request.addChunks([chunk]);
    return answer;
  });
}

describe("the hold time", () => {
  it("ends the span as late; the score still counts and goes on a linked span", async () => {
    const { judges, answer } = waitingJudge();
    const { triad, telemetry, clock, evaluated, settle } = createTestTriad({
      judges,
      holdTimeoutMs: 1_000,
      judgeTimeoutMs: 5_000,
    });
    ask(triad);
    await settle();
    await clock.advance(1_000);
    const [request] = telemetry.spans;
    expect(request?.attributes["rag.evaluation.status"]).toBe("late");
    expect(request?.attributes["rag.groundedness"]).toBeUndefined();
    answer(0.75);
    await settle();
    const carrier = telemetry.spans[1];
    expect(carrier?.name).toBe("rag_evaluation");
    expect(carrier?.links).toEqual([{ traceId: request?.traceId, spanId: request?.spanId }]);
    expect(carrier?.attributes).toMatchObject({
      "rag.groundedness": 0.75,
      "rag.evaluation.status": "late",
      "openinference.span.kind": "EVALUATOR",
    });
    expect(evaluated[0]?.status).toBe("late");
    expect(telemetry.metrics.sum("rag.evaluations", { "rag.outcome": "scored" })).toBe(1);
  });

  it("is followed by the judge's deadline: judge_timeout, once", async () => {
    const { judges, answer } = waitingJudge();
    const { triad, telemetry, clock, evaluated, settle } = createTestTriad({
      judges,
      holdTimeoutMs: 1_000,
      judgeTimeoutMs: 5_000,
    });
    ask(triad);
    await settle();
    await clock.advance(5_000);
    await settle();
    answer(0.9);
    await settle();
    expect(evaluated.map(({ results }) => results["groundedness"]?.outcome)).toEqual([{ reason: "judge_timeout" }]);
    expect(telemetry.metrics.sum("rag.evaluation.pending")).toBe(0);
    expect(telemetry.metrics.sum("rag.evaluations", { "rag.outcome": "judge_timeout" })).toBe(1);
  });
});

describe("scoreTarget link", () => {
  it("ends the request span at completion and puts all scores on one linked span", async () => {
    const { judges, answer } = waitingJudge();
    const { triad, telemetry, settle } = createTestTriad({ judges, scoreTarget: "link" });
    ask(triad);
    await settle();
    expect(telemetry.spans.map(({ name, attributes }) => [name, attributes["rag.evaluation.status"]])).toEqual([
      ["rag_request", "linked"],
    ]);
    answer(0.9);
    await settle();
    expect(telemetry.spans[1]).toMatchObject({
      name: "rag_evaluation",
      attributes: { "rag.groundedness": 0.9, "rag.evaluation.status": "linked" },
    });
    expect(telemetry.spans).toHaveLength(2);
  });

  it("makes no evaluation span for a request that sampling left out", async () => {
    for (const intentClass of ["faq", async () => "faq"]) {
      const { judges } = waitingJudge();
      const { triad, telemetry, settle } = createTestTriad({
        judges,
        scoreTarget: "link",
        sampleRatio: 0,
        intentClass,
      });
      ask(triad);
      await settle();
      expect(telemetry.spans.map(({ name, attributes }) => [name, attributes["rag.evaluation.status"]])).toEqual([
        ["rag_request", "not_sampled"],
      ]);
    }
  });

  it("does not wait for an intent class either", async () => {
    const { judges } = waitingJudge();
    const { triad, telemetry, settle } = createTestTriad({
      judges,
      scoreTarget: "link",
      intentClass: () => new Promise<string>(() => {}),
    });
    ask(triad);
    await settle();
    expect(telemetry.spans.map(({ name }) => name)).toEqual(["rag_request"]);
  });
});

describe("a span that ends before its scores", () => {
  it("leaves the evaluation span everything that the contract puts there", async () => {
    for (const options of [{ scoreTarget: "link" as const }, { holdTimeoutMs: 0 }]) {
      const { judges, answer } = waitingJudge();
      const { triad, telemetry, clock, settle } = createTestTriad({
        judges,
        intentClass: async () => "faq",
        captureContent: true,
        ...options,
      });
      ask(triad);
      await settle();
      await clock.advance(1);
      answer(0.9);
      await settle();
      const carrier = telemetry.spans.find(({ name }) => name === "rag_evaluation");
      expect(carrier?.attributes).toMatchObject({
        "rag.pipeline": "support",
        "rag.intent_class": "faq",
        "rag.model_version": "unknown",
        "rag.retrieval.chunk_count": 1,
        "rag.answer.refusal": false,
        "rag.content.answer": '"Paris."',
        "rag.groundedness": 0.9,
      });
    }
  });

  it("has its error and what is known already, also when the intent class is not", async () => {
    const { judges } = waitingJudge();
    const { triad, telemetry, settle } = createTestTriad({
      judges,
      scoreTarget: "link",
      intentClass: () => new Promise<string>(() => {}),
    });
    expect(() =>
      triad.run({ query: "q" }, (request) => {
        request.addChunks([chunk]);
        throw new RangeError("canary");
      }),
    ).toThrow(RangeError);
    await settle();
    const [request] = telemetry.spans;
    expect(request?.failed).toBe(true);
    expect(request?.attributes).toMatchObject({
      "error.type": "RangeError",
      "rag.retrieval.chunk_count": 1,
      "rag.evaluation.status": "linked",
    });
  });
});

describe("the intent class", () => {
  const groundedness = () => ({ groundedness: createScriptedJudge({ metric: "groundedness", verdict: 0.9 }) });

  it("is found off the request path, sync or async", async () => {
    let called = 0;
    const { triad, completed, settle } = createTestTriad({
      judges: groundedness(),
      intentClass: async (query) => {
        called++;
        return query?.includes("?") === true ? "faq" : "chat";
      },
    });
    ask(triad);
    expect(called).toBe(0);
    await settle();
    expect(completed[0]?.slice.intentClass).toBe("faq");
  });

  it("is unknown when its function throws, rejects, gives free text, or is late", async () => {
    for (const [intentClass, code] of [
      [
        () => {
          throw new Error("canary");
        },
        "intent_class_failed",
      ],
      [() => Promise.reject(new Error("canary")), "intent_class_failed"],
      [(query: string | null) => `they asked: ${query}`, "slice_value_invalid"],
      [() => new Promise<string>(() => {}), "intent_class_late"],
    ] as const) {
      const { triad, completed, clock, shown, settle } = createTestTriad({ judges: groundedness(), intentClass });
      ask(triad);
      await settle();
      await clock.advance(1_000);
      await settle();
      expect(completed[0]?.slice.intentClass).toBe("unknown");
      expect(shown.map((warning) => warning.code)).toEqual([code]);
      expect(JSON.stringify(shown)).not.toMatch(/canary|capital/);
    }
  });

  it("that a request gives wins", async () => {
    const { triad, completed, settle } = createTestTriad({ judges: groundedness(), intentClass: "default-class" });
    ask(triad, "Paris.", { intentClass: "special", modelVersion: "m2" });
    ask(triad);
    await settle();
    expect(completed.map(({ slice }) => [slice.intentClass, slice.modelVersion])).toEqual([
      ["special", "m2"],
      ["default-class", "unknown"],
    ]);
  });
});

describe("what is not judged", () => {
  it("counts as not_sampled under evaluate: false and outside the sampled share", async () => {
    const groundedness = createScriptedJudge({ metric: "groundedness", verdict: 0.9 });
    const answer_relevance = createScriptedJudge({ metric: "answer_relevance", verdict: 0.9 });
    const { triad, telemetry, evaluated, settle } = createTestTriad({
      judges: { groundedness, answer_relevance },
      sampleRatio: { context_relevance: 1, groundedness: 0, answer_relevance: 1 },
    });
    ask(triad);
    ask(triad, "Paris.", { evaluate: false });
    await settle();
    expect(evaluated.map(({ id, status }) => [id, status]).sort()).toEqual([
      ["id-1", "partial"],
      ["id-2", "not_sampled"],
    ]);
    expect(groundedness.interactions).toHaveLength(0);
    expect(answer_relevance.interactions).toHaveLength(1);
    expect(telemetry.metrics.sum("rag.evaluations", { "rag.outcome": "not_sampled" })).toBe(3);
  });

  it("is dropped when the queue is full, each metric as queue_full", async () => {
    const { judges, answer } = waitingJudge();
    const dropped: unknown[] = [];
    const { triad, evaluated, telemetry, settle } = createTestTriad({ judges, maxPending: 1 });
    triad.on("dropped", (event) => void dropped.push(event));
    ask(triad);
    await settle();
    ask(triad);
    await settle();
    expect(evaluated.map(({ status }) => status)).toEqual(["dropped"]);
    expect(dropped).toMatchObject([{ reason: "queue_full" }]);
    expect(triad.snapshot()).toMatchObject({ pending: 1, dropped: { queue_full: 1 } });
    answer(0.9);
    await settle();
    expect(telemetry.metrics.sum("rag.requests")).toBe(2);
    expect(telemetry.metrics.sum("rag.evaluations")).toBe(2);
  });
});

describe("shutdown", () => {
  it("resolves what is left as shutdown, ends every span, and lets work pass through afterwards", async () => {
    const { judges } = waitingJudge();
    const { triad, clock, telemetry, evaluated, shown, settle } = createTestTriad({
      judges,
      maxPending: 2_000,
      concurrency: 3,
    });
    for (let index = 0; index < 1_200; index++) ask(triad);
    const open = triad.run({ query: "q" }, () => new Promise<string>(() => {}));
    await settle();
    const report = triad.shutdown({ timeoutMs: 1_000 });
    await clock.advance(3_000);
    await expect(report).resolves.toEqual({ done: false, remaining: 1_200 });
    expect(telemetry.spans.filter(({ name }) => name === "rag_request")).toHaveLength(1_201);
    expect(evaluated.every(({ status }) => status === "shutdown")).toBe(true);
    expect(telemetry.metrics.sum("rag.evaluation.pending")).toBe(0);
    expect(telemetry.metrics.sum("rag.requests")).toBe(1_201);
    expect(telemetry.metrics.sum("rag.evaluations", { "rag.outcome": "shutdown" })).toBe(1_201);
    expect(triad.run({ query: "q" }, (request) => request.id)).toBe("");
    expect(shown.at(-1)?.code).toBe("run_after_shutdown");
    expect(open).toBeInstanceOf(Promise);
    const f = () => ["x"];
    expect(triad.wrapRetriever(f)()).toEqual(["x"]);
    expect(telemetry.spans).toHaveLength(1_201);
  });

  it("observes requests that are open to their end", async () => {
    const groundedness = createScriptedJudge({ metric: "groundedness", verdict: 0.9 });
    const { triad, clock, completed, evaluated, settle } = createTestTriad({
      judges: { groundedness },
      intentClass: async () => "faq",
    });
    const retrieve = triad.wrapRetriever(() => [chunk]);
    const generate = triad.wrapGenerator(async function* () {
      yield "Paris.";
    });
    let go: () => void = () => {};
    const text = triad.run({ query: "q" }, async () => {
      await new Promise<void>((resolve) => (go = resolve));
      retrieve();
      let answer = "";
      for await (const part of generate()) answer += part;
      return answer;
    });
    const report = triad.shutdown({ timeoutMs: 10_000 });
    await settle();
    go();
    expect(await text).toBe("Paris.");
    await settle();
    await clock.advance(100);
    await expect(report).resolves.toEqual({ done: true, remaining: 0 });
    expect(completed).toMatchObject([{ outcome: "ok", slice: { intentClass: "faq" } }]);
    expect(evaluated).toMatchObject([{ status: "scored" }]);
    expect(groundedness.interactions[0]).toMatchObject({ answer: "Paris.", chunks: [chunk] });
  });

  it("and flush wait for what completes meanwhile", async () => {
    const groundedness = createScriptedJudge({ metric: "groundedness", verdict: 0.9 });
    const { triad, evaluated, settle } = createTestTriad({ judges: { groundedness } });
    ask(triad);
    const flushed = triad.flush();
    ask(triad);
    await settle();
    await expect(flushed).resolves.toEqual({ done: true, remaining: 0 });
    expect(evaluated).toHaveLength(2);
    await expect(triad.shutdown()).resolves.toEqual({ done: true, remaining: 0 });
    await expect(triad.shutdown()).resolves.toEqual({ done: true, remaining: 0 });
  });
});

describe("what surrounds a request", () => {
  const judged = () => ({ groundedness: createScriptedJudge({ metric: "groundedness", verdict: 0.9 }) });

  it("is not disturbed by listeners that throw or reject", async () => {
    const { triad, evaluated, shown, settle } = createTestTriad({ judges: judged() });
    triad.on("evaluated", () => {
      throw new Error("canary");
    });
    triad.on("evaluated", () => Promise.reject(new Error("canary")) as never);
    const seen: unknown[] = [];
    const undo = triad.on("evaluated", (event) => void seen.push(event));
    ask(triad);
    await settle();
    undo();
    ask(triad);
    await settle();
    expect(evaluated).toHaveLength(2);
    expect(seen).toHaveLength(1);
    expect(shown.map(({ code }) => code)).toEqual(["listener_failed"]);
    expect(JSON.stringify(shown)).not.toContain("canary");
  });

  it("hands waitUntil a promise that lasts until the evaluation is over", async () => {
    const handed: Promise<unknown>[] = [];
    const { judges, answer } = waitingJudge();
    const { triad, settle } = createTestTriad({ judges, waitUntil: (promise) => void handed.push(promise) });
    ask(triad);
    let over = false;
    void handed[0]?.then(() => (over = true));
    await settle();
    expect([handed.length, over]).toEqual([1, false]);
    answer(1);
    await settle();
    expect(over).toBe(true);
  });

  it("is unharmed by a waitUntil that throws", async () => {
    const { triad, evaluated, shown, settle } = createTestTriad({
      judges: judged(),
      waitUntil: () => {
        throw new Error("frozen");
      },
    });
    ask(triad);
    await settle();
    expect(evaluated).toHaveLength(1);
    expect(shown.map(({ code }) => code)).toEqual(["wait_until_failed"]);
  });

  it("gets no unhandled rejection from hooks that are async and should not be", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", listener);
    const rejecting = () => Promise.reject(new Error("canary"));
    const { triad, evaluated, settle } = createTestTriad({
      judges: judged(),
      waitUntil: rejecting as never,
      logger: { emit: rejecting as never },
    });
    const retrieve = triad.wrapRetriever(() => ["x"], { read: rejecting as never });
    const generate = triad.wrapGenerator(() => "x", { readInput: rejecting as never, readAnswer: rejecting as never });
    const stream = triad.wrapGenerator(
      async function* () {
        yield "x";
      },
      { readPart: rejecting as never },
    );
    triad.run({ query: "q" }, () => (retrieve(), generate()));
    for await (const _ of triad.run({ query: "q" }, () => stream()));
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", listener);
    expect(evaluated).toHaveLength(2);
    expect(unhandled).toEqual([]);
  });

  it("judges by the thresholds set for the judge and the intent class", async () => {
    const { triad, evaluated, telemetry, settle } = createTestTriad({
      judges: judged(),
      intentClass: (query) => (query === "strict" ? "strict" : "lenient"),
      thresholds: [{ metric: "groundedness", intentClass: "strict", warning: 0.99, page: 0.95 }],
    });
    ask(triad, "Paris.", { query: "strict" });
    ask(triad);
    await settle();
    expect(evaluated.map(({ quality }) => quality)).toEqual(["fail", "pass"]);
    expect(telemetry.metrics.sum("rag.violations", { "rag.severity": "page", "rag.intent_class": "strict" })).toBe(1);
    expect(telemetry.metrics.sum("rag.violations", { "rag.intent_class": "lenient" })).toBe(0);
  });
});

describe("the snapshot", () => {
  it("counts what is held and how old it is from completion on", async () => {
    const { judges } = waitingJudge();
    const { triad, clock, settle } = createTestTriad({ judges, intentClass: () => new Promise<string>(() => {}) });
    ask(triad);
    expect(triad.snapshot()).toMatchObject({ open: 0, pending: 1, held: 1 });
    await settle();
    await clock.advance(200);
    expect(triad.snapshot()).toMatchObject({ pending: 1, held: 1, oldestMs: 200 });
    await clock.advance(900);
    expect(triad.snapshot()).toMatchObject({ pending: 1, held: 1, oldestMs: 1_100 });
  });
});

describe("a fault of ours off the request path", () => {
  it("does not end the process: it warns, and the next request is evaluated", async () => {
    const judges = { groundedness: createScriptedJudge({ metric: "groundedness", verdict: 0.9 }) };
    const { triad, clock, telemetry, evaluated, shown, settle } = createTestTriad({ judges });
    const { epochMs } = clock;
    let calls = 0;
    Object.assign(clock, {
      epochMs: () => {
        if (calls++ === 0) throw new Error("canary");
        return epochMs();
      },
    });
    ask(triad);
    await settle();
    ask(triad);
    await settle();
    expect(shown.map(({ code }) => code)).toEqual(["telemetry_failed"]);
    expect(shown[0]?.message).not.toContain("canary");
    expect(evaluated.map(({ id }) => id)).toEqual(["id-2"]);
    expect(triad.snapshot()).toMatchObject({ pending: 0, held: 0 });
    expect(telemetry.spans.filter(({ name }) => name === "rag_request")).toHaveLength(2);
    await expect(triad.shutdown()).resolves.toEqual({ done: true, remaining: 0 });
  });
});
