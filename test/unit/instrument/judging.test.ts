import { describe, expect, it } from "vitest";
import type { JudgeContext } from "../../../src/core/judge.ts";
import type { RagTriad } from "../../../src/instrument/triad.ts";
import { isJudging } from "../../../src/node/judging-storage.ts";
import { fallback } from "../../../src/judge/combine/fallback.ts";
import { answeringJudge, setOf } from "../../helpers/answering-judge.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

type Generate = (query: string, chunks: readonly { text: string }[]) => Promise<string>;

/** A triad whose judge answers with the service's own wrapped generator, and does so as `ask` says. */
function createLoop(ask: (generate: Generate, triad: RagTriad) => Promise<unknown>) {
  let calls = 0;
  const judge = answeringJudge("self", async () => {
    if (calls > 50) throw new Error("Judging is judged for ever");
    await ask(generate, rig.triad);
    return 0.9;
  });
  const rig = createTestTriad({ judges: setOf(judge) });
  const generate: Generate = rig.triad.wrapGenerator(async (_query: string, _chunks: readonly { text: string }[]) => {
    calls++;
    await Promise.resolve();
    return "Paris is the capital.";
  });
  const serve = async () => {
    const answer = await generate("capital?", [{ text: "Paris is the capital of France." }]);
    await rig.settle();
    await rig.settle();
    return answer;
  };
  return { ...rig, judge, serve, calls: () => calls };
}

describe("a judge that uses a wrapped generator", () => {
  const asks: readonly (readonly [string, (generate: Generate, triad: RagTriad) => Promise<unknown>])[] = [
    ["calls it", (generate) => generate("Is it so?", [{ text: "Paris." }])],
    ["runs it as a request", (generate, triad) => triad.run({ query: "x" }, () => generate("x", [{ text: "Paris." }]))],
    [
      "calls it from a timer of its own",
      (generate) =>
        new Promise((resolve) => setImmediate(() => void generate("Is it so?", [{ text: "Paris." }]).then(resolve))),
    ],
  ];

  it.each(asks)("and %s does not recurse: one request, one evaluation, no span of the judge's", async (_, ask) => {
    const { serve, calls, evaluated, telemetry, shown } = createLoop(ask);
    await serve();
    expect(evaluated).toHaveLength(1);
    expect(calls()).toBe(2);
    expect(telemetry.spans.map(({ name }) => name).sort()).toEqual(["generation", "rag_request"]);
    expect(telemetry.metrics.sum("rag.requests")).toBe(1);
    expect(shown).toEqual([]);
  });

  it("gets what the function gives, and a request handle that does nothing", async () => {
    const seen: unknown[] = [];
    const { serve } = createLoop(async (generate, triad) => {
      seen.push(await generate("Is it so?", []));
      seen.push(triad.run({ query: "x" }, (request) => (request.setAnswer("y"), 5)));
    });
    await serve();
    expect(seen).toEqual(["Paris is the capital.", 5]);
  });

  it("of another triad does not recurse between the two", async () => {
    const other = createTestTriad({ pipeline: "other", judges: setOf(answeringJudge("b", 0.5)) });
    const generate = other.triad.wrapGenerator(async (_query: string, _chunks: unknown[]) => "Yes.");
    const { serve } = createLoop(() => generate("Is it so?", [{ text: "Paris." }]));
    await serve();
    await other.settle();
    expect(other.evaluated).toEqual([]);
    expect(other.telemetry.spans).toEqual([]);
  });

  it("as a member of a combined judge does not recurse either", async () => {
    const seen: boolean[] = [];
    const look = (_: unknown, context: JudgeContext) => (seen.push(isJudging()), context.signal.aborted ? 0 : 0.5);
    const rig = createTestTriad({
      judges: fallback(setOf(answeringJudge("a", "judge_error")), setOf(answeringJudge("b", look))),
    });
    rig.triad.run({ query: "q" }, (request) => (request.addChunks([{ id: "a", text: "t" }]), "An answer."));
    await rig.settle();
    expect(seen).toEqual([true]);
  });
});

it("what a listener does after judging is observed", async () => {
  const rig = createTestTriad({ judges: setOf(answeringJudge("a", 0.9)) });
  const generate = rig.triad.wrapGenerator(async (_query: string, _chunks: unknown[]) => "Yes.");
  let again = true;
  rig.triad.on("evaluated", () => {
    expect(isJudging()).toBe(false);
    if (again) void generate("Once more?", [{ text: "Paris." }]);
    again = false;
  });
  await generate("capital?", [{ text: "Paris." }]);
  await rig.settle();
  await rig.settle();
  expect(rig.evaluated).toHaveLength(2);
});
