import { describe, expect, it } from "vitest";
import { shadow } from "../../../src/judge/combine/shadow.ts";
import { fallback } from "../../../src/judge/combine/fallback.ts";
import { route } from "../../../src/judge/combine/route.ts";
import { JudgeFailure } from "../../../src/core/judge-failure.ts";
import { executorFor, registeredJudges } from "../../../src/instrument/judges-in-use.ts";
import type { Machine } from "../../../src/instrument/machine.ts";
import { answeringJudge, setOf } from "../../helpers/answering-judge.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

type Options = Parameters<typeof createTestTriad>[0];

/** Runs requests of these intent classes, and lets them be judged. */
async function serve(options: Options, intentClasses: readonly string[] = ["unknown"]) {
  const rig = createTestTriad(options);
  const warnings: string[] = [];
  rig.triad.on("warning", ({ code, message }) => void warnings.push(`${code}: ${message}`));
  for (const intentClass of intentClasses) {
    rig.triad.run({ query: "capital?", intentClass }, (request) => {
      request.addChunks([{ id: "a", text: "Paris is the capital of France." }]);
      return "Paris.";
    });
  }
  await rig.settle();
  return { ...rig, warnings, sum: rig.telemetry.metrics.sum };
}

describe("a combined judge's members", () => {
  it("are each recorded once under their own id: time, tokens, cost, findings and failures", async () => {
    const usage = { inputTokens: 100, outputTokens: 7, cost: 0.25 };
    const exact = answeringJudge("exact", (_, { note }) => {
      note({ usage, findings: { fabricated_quote: 2 } });
      return new JudgeFailure("rate_limited", "x", { code: "http_429" });
    });
    const cheap = answeringJudge("cheap", { outcome: { score: 0.9 }, usage: { cost: 0.01 } });
    const { sum, telemetry, evaluated, warnings } = await serve({ judges: fallback(setOf(exact), setOf(cheap)) });
    const { measurements } = telemetry.metrics;
    expect(measurements("rag.judge.duration").map(({ attributes }) => attributes)).toEqual([
      { "rag.pipeline": "support", "rag.metric": "groundedness", "rag.judge": "exact/1", "error.type": "http_429" },
      { "rag.pipeline": "support", "rag.metric": "groundedness", "rag.judge": "cheap/1" },
    ]);
    expect(sum("rag.judge.tokens", { "rag.judge": "exact/1", "gen_ai.token.type": "input" })).toBe(100);
    expect(sum("rag.judge.tokens")).toBe(107);
    expect(sum("rag.judge.cost", { "rag.judge": "exact/1" })).toBe(0.25);
    expect(sum("rag.judge.cost")).toBe(0.26);
    expect(sum("rag.judge.findings", { "rag.judge": "exact/1", "rag.finding": "fabricated_quote" })).toBe(2);
    expect(sum("rag.evaluations", { "rag.outcome": "scored" })).toBe(1);
    expect(measurements("rag.groundedness").map(({ attributes }) => attributes["rag.judge"])).toEqual(["cheap/1"]);
    expect(telemetry.spans[0]?.attributes["rag.evaluation.groundedness.judge"]).toBe("cheap/1");
    expect(evaluated[0]?.results["groundedness"]?.usage?.cost).toBe(0.26);
    expect(warnings).toEqual([
      "judge_failed: Judge exact/1 failed on groundedness (http_429); what no judge could score is counted by reason.",
    ]);
  });

  it("score under their own thresholds", async () => {
    const strict = answeringJudge("strict", 0.6, { thresholds: { warning: 0.9, page: 0.8 } });
    const mild = answeringJudge("mild", 0.6, { thresholds: { warning: 0.5, page: 0.4 } });
    const { sum, evaluated } = await serve(
      { judges: route({ byIntentClass: { billing: setOf(strict) }, default: setOf(mild) }) },
      ["billing", "other_class"],
    );
    expect(evaluated.map(({ quality }) => quality)).toEqual(["fail", "pass"]);
    expect(sum("rag.violations", { "rag.judge": "strict/1" })).toBe(2);
    expect(sum("rag.violations", { "rag.judge": "mild/1" })).toBe(0);
  });

  it("are all known to telemetry", () => {
    const judges = fallback(setOf(answeringJudge("a", 1)), setOf(answeringJudge("b", 1)));
    expect(registeredJudges(judges).map(({ judge }) => judge)).toEqual(["fallback/1", "a/1", "b/1"]);
  });

  it("get worker threads when one of them asks for them", () => {
    const created: unknown[] = [];
    const machine = { createExecutor: (options: unknown) => void created.push(options) } as unknown as Machine;
    const options = { execution: "auto", workers: 2 } as const;
    const worker = { module: "file:///judges.js", factory: "judges" };
    const plain = setOf(answeringJudge("a", 1));
    executorFor(machine, options, fallback(plain, setOf(answeringJudge("b", 1))), () => undefined);
    expect(created).toEqual([]);
    const deep = fallback(plain, fallback(plain, setOf(answeringJudge("b", 1, { worker }))));
    executorFor(machine, options, deep, () => undefined);
    expect(created).toHaveLength(1);
  });
});

describe("a shadow", () => {
  const judges = shadow({
    primary: setOf(answeringJudge("primary", 0.75, { thresholds: { warning: 0.7, page: 0.6 } })),
    shadow: setOf(answeringJudge("second", 0.5, { thresholds: { warning: 0.4, page: 0.3 } })),
    ratio: 1,
  });
  const labels = { "rag.pipeline": "support", "rag.metric": "groundedness", "rag.judge": "primary/1" };

  it("is compared with the primary: the difference, and whether both are on one side of their own thresholds", async () => {
    const { sum, telemetry } = await serve({ judges });
    expect(telemetry.metrics.measurements("rag.judge.difference")).toEqual([
      { name: "rag.judge.difference", value: 0.25, attributes: { ...labels, "rag.shadow_judge": "second/1" } },
    ]);
    expect(sum("rag.judge.comparisons", { ...labels, "rag.comparison": "agree" })).toBe(1);
    expect(sum("rag.judge.comparisons")).toBe(1);
  });

  it("is in no score: not in the metric, not on the span, not in violations", async () => {
    const { sum, telemetry } = await serve({ judges });
    expect(telemetry.metrics.measurements("rag.groundedness").map(({ value }) => value)).toEqual([0.75]);
    expect(telemetry.spans[0]?.attributes["rag.groundedness"]).toBe(0.75);
    expect(sum("rag.violations")).toBe(0);
  });

  it("disagrees where the configuration says so, for that intent class", async () => {
    const override = { metric: "groundedness", judge: "second/1", warning: 0.6, page: 0.1 } as const;
    const { sum } = await serve({ judges, thresholds: [{ ...override, intentClass: "billing" }] }, [
      "billing",
      "other",
    ]);
    expect(sum("rag.judge.comparisons", { "rag.comparison": "disagree" })).toBe(1);
    expect(sum("rag.judge.comparisons", { "rag.comparison": "agree" })).toBe(1);
  });

  it("that failed is not compared, and changes nothing else", async () => {
    const { sum } = await serve({
      judges: shadow({
        primary: setOf(answeringJudge("primary", 0.75)),
        shadow: setOf(answeringJudge("second", new TypeError("x"))),
        ratio: 1,
      }),
    });
    expect(sum("rag.judge.comparisons")).toBe(0);
    expect(sum("rag.evaluations", { "rag.outcome": "scored" })).toBe(1);
    expect(sum("rag.judge.comparisons")).toBe(0);
  });
});

describe("what judges warn of", () => {
  it("is said once a code, whichever judge says it and however often", async () => {
    const warn = (message: string) =>
      answeringJudge("a", { outcome: { score: 1 }, warnings: [{ code: "self_preference", message }] });
    const judges = {
      groundedness: warn("One."),
      answer_relevance: { ...warn("Two."), metric: "answer_relevance" },
    };
    const { warnings } = await serve({ judges }, ["a", "b", "c"]);
    expect(warnings).toEqual(["self_preference: One."]);
  });

  it("reaches standard error when nobody listens", async () => {
    const rig = createTestTriad({
      judges: setOf(
        answeringJudge("a", { outcome: { score: 1 }, warnings: [{ code: "cost_unknown", message: "No price." }] }),
      ),
    });
    rig.triad.run({ query: "q" }, (request) => (request.addChunks([{ id: "a", text: "t" }]), "An answer."));
    await rig.settle();
    expect(rig.shown).toEqual([{ type: "warning", code: "cost_unknown", message: "No price." }]);
  });
});
