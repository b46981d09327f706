import { expect, it } from "vitest";
import { JudgeFailure } from "../../../src/core/judge-failure.ts";
import type { JudgeSet } from "../../../src/core/judge.ts";
import { fallback } from "../../../src/judge/combine/fallback.ts";
import { embeddedJudges } from "../../../src/judge/embedded/embedded-judges.ts";
import { llmJudges } from "../../../src/judge/llm/llm-judges.ts";
import { judgePolicy, type JudgePolicyOptions } from "../../../src/resilience/judge-policy.ts";
import { createScriptedJudgeModel } from "../../../src/testing/index.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

const goodReply = { reason: "It does.", noncommittal: false, grade: 4 };
const down = new JudgeFailure("judge_error", "The service is down", { code: "http_503", retryable: true });

/** Answer relevance alone: one call of the model for each request. */
function answerRelevance({ answer_relevance }: JudgeSet): JudgeSet {
  return answer_relevance === undefined ? {} : { answer_relevance };
}

/** A triad that judges with an LLM, and with the embedded judge where that fails. */
function setUp(policy: JudgePolicyOptions) {
  let isDown = false;
  const states: string[] = [];
  const model = createScriptedJudgeModel({
    model: "big",
    reply: () => (isDown ? down : goodReply),
    usage: { inputTokens: 200, outputTokens: 20, cost: 0.01 },
  });
  const circuitBreaker = { onStateChange: (state: string) => void states.push(state), ...policy.circuitBreaker };
  const judges = fallback(
    answerRelevance(llmJudges({ model, policy: judgePolicy({ ...policy, circuitBreaker }) })),
    answerRelevance(embeddedJudges()),
  );
  const rig = createTestTriad({ judges });
  const { sum } = rig.telemetry.metrics;
  return {
    ...rig,
    model,
    states,
    fail: (value: boolean) => void (isDown = value),
    scoredBy: (judge: string) =>
      rig.telemetry.metrics.measurements("rag.answer_relevance", { "rag.judge": judge }).length,
    sum,
    ask() {
      rig.triad.run({ query: "How long is the warranty?" }, () => "The warranty is three years.");
    },
    /** One request a second. */
    async serve(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        this.ask();
        await rig.clock.advance(1_000);
      }
    },
  };
}

const llm = "llm-graded/1+big";
const embedded = "embedded/1";

it("an outage of a minute: calls stop, the fallback scores under its own name, and the judge comes back", async () => {
  const rig = setUp({});
  await rig.serve(60);
  expect(rig.model.requests).toHaveLength(60);
  expect(rig.scoredBy(llm)).toBe(60);

  rig.fail(true);
  await rig.serve(60);
  const inOutage = rig.model.requests.length - 60;
  // Five failures open the circuit; it tries once after 10 s and once 20 s after that, and 40 s later it is over.
  expect(inOutage).toBe(5 + 2);
  expect(rig.states).toEqual(["open", "half_open", "open", "half_open", "open"]);

  rig.fail(false);
  await rig.serve(60);
  expect(rig.states.slice(5)).toEqual(["half_open", "closed"]);
  const recovered = rig.scoredBy(llm) - 60;
  expect(recovered).toBeGreaterThanOrEqual(40);
  expect(rig.model.requests.length - 60 - inOutage).toBe(recovered);

  // Whatever happened, each request has one score, under the name of the judge that gave it.
  expect(rig.scoredBy(llm) + rig.scoredBy(embedded)).toBe(180);
  expect(rig.sum("rag.evaluations", { "rag.outcome": "scored" })).toBe(180);
  expect(rig.sum("rag.evaluations")).toBe(180);
  expect(rig.sum("rag.requests")).toBe(180);
  expect(rig.sum("rag.evaluation.pending")).toBe(0);
  expect(rig.sum("rag.judge.cost", { "rag.judge": llm })).toBeCloseTo(rig.scoredBy(llm) * 0.01, 8);
});

it("an outage without a fallback is counted by its reasons", async () => {
  const model = createScriptedJudgeModel({ reply: down });
  const { triad, clock, telemetry } = createTestTriad({ judges: answerRelevance(llmJudges({ model })) });
  for (let second = 0; second < 30; second++) {
    triad.run({ query: "How long is the warranty?" }, () => "Three years.");
    await clock.advance(1_000);
  }
  const { sum, measurements } = telemetry.metrics;
  const failed = sum("rag.evaluations", { "rag.outcome": "judge_error" });
  const refused = sum("rag.evaluations", { "rag.outcome": "circuit_open" });
  expect(failed).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(20);
  expect(failed + refused).toBe(30);
  expect(measurements("rag.judge.duration", { "error.type": "http_503" })).toHaveLength(failed);
  expect(measurements("rag.judge.duration", { "error.type": "circuit_open" })).toHaveLength(refused);
  expect(model.requests.length).toBeLessThan(10);
});

it("a budget: never passed by more than the calls in flight, then the fallback, and none of it is lost", async () => {
  const rig = setUp({ budget: { softUsd: 0.05, hardUsd: 0.1 } });
  const warnings: string[] = [];
  rig.triad.on("warning", ({ code }) => void warnings.push(code));
  const concurrency = 4;
  for (let request = 0; request < 50; request++) rig.ask();
  await rig.clock.advance(5_000);
  const calls = rig.model.requests.length;
  expect(calls).toBeGreaterThanOrEqual(10);
  expect(calls).toBeLessThan(10 + concurrency);
  expect(rig.sum("rag.judge.cost")).toBeCloseTo(calls * 0.01, 8);
  expect(rig.scoredBy(llm)).toBe(calls);
  expect(rig.scoredBy(embedded)).toBe(50 - calls);
  expect(rig.telemetry.metrics.measurements("rag.judge.duration", { "error.type": "over_budget" })).toHaveLength(
    50 - calls,
  );
  expect(warnings).toEqual(["budget_soft_bound", "judge_failed"]);

  await rig.clock.advance(86_400_000);
  await rig.serve(1);
  expect(rig.scoredBy(llm)).toBe(calls + 1);
});

it("a judging that its judge decides by rule makes no call, and is counted without an error type", async () => {
  const model = createScriptedJudgeModel({ reply: down });
  const { groundedness } = llmJudges({ model });
  const rig = createTestTriad({ judges: groundedness === undefined ? {} : { groundedness } });
  rig.triad.run({ query: "How long is the warranty?" }, (request) => {
    request.addChunks([{ id: "a", text: "The warranty is three years." }]);
    return "I'm sorry, I cannot help with that.";
  });
  await rig.settle();
  const { measurements, sum } = rig.telemetry.metrics;
  expect(sum("rag.evaluations", { "rag.outcome": "refusal" })).toBe(1);
  expect(model.requests).toEqual([]);
  const judgings = measurements("rag.judge.duration").map(({ attributes }) => attributes);
  expect(judgings).toHaveLength(1);
  expect(judgings[0]).not.toHaveProperty("error.type");
});
