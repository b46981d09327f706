import { describe, expect, test } from "vitest";
import { llmJudges } from "../../../../src/judge/llm/llm-judges.ts";
import type { JudgeModelRequest } from "../../../../src/judge/judge-model.ts";
import { createTestTriad } from "../../../helpers/test-machine.ts";
import { claimsReply, noPolicy, scriptedModel, statementsOf } from "./judge-llm.ts";

const fact = "Zanzibar is an island off Tanzania.";

function reply(request: JudgeModelRequest) {
  switch (request.schema?.name) {
    case "groundedness":
      return claimsReply(
        ...[...statementsOf(request)].map(([statement, claim]) => ({
          statement,
          claim,
          quotes: [claim === fact ? fact : "Zanzibar has nine moons"],
        })),
      );
    case "context_sentences":
      return { chunks: [{ chunk: 1, sentences: [fact] }] };
    default:
      return { reason: "It says that Zanzibar is an island.", noncommittal: false, grade: 5 };
  }
}

async function run(captureContent: boolean) {
  const model = scriptedModel(reply, { model: "gpt-5-mini" });
  const { triad, telemetry, settle, evaluated, shown } = createTestTriad({
    judges: llmJudges({ model, policy: noPolicy }),
    captureContent,
  });
  await triad.run({ query: "Where is Zanzibar?" }, async () => {
    const chunks = await triad.wrapRetriever(async (_query: string) => [{ id: "a", text: fact }])("Where is Zanzibar?");
    return triad.wrapGenerator(async (_query: string, _chunks: unknown) => ({
      model: "gpt-4.1",
      choices: [{ message: { role: "assistant", content: `${fact} Zanzibar has nine moons.` } }],
    }))("Where is Zanzibar?", chunks);
  });
  await settle();
  await triad.shutdown();
  return { telemetry, evaluated, shown };
}

describe("in a triad", () => {
  test("the scores are there under the judges' own ids, and self-preference is shown", async () => {
    const { evaluated, shown } = await run(false);
    const results = evaluated[0]?.results ?? {};
    expect(
      Object.fromEntries(Object.entries(results).map(([metric, result]) => [metric, [result?.outcome, result?.judge]])),
    ).toEqual({
      context_relevance: [{ score: 1 }, "llm-sentences/1+gpt-5-mini"],
      groundedness: [{ score: 0.5 }, "llm/1+gpt-5-mini"],
      answer_relevance: [{ score: 1 }, "llm-graded/1+gpt-5-mini"],
    });
    expect(shown.map(({ code }) => code)).toContain("self_preference");
  });

  test("nothing that was judged is in any signal, unless content is captured", async () => {
    const signals = async (captureContent: boolean) => {
      const { telemetry, shown } = await run(captureContent);
      return JSON.stringify([telemetry, shown], (_key, value: unknown) => (value instanceof Map ? [...value] : value));
    };
    expect(await signals(false)).not.toContain("Zanzibar");
    expect(await signals(true)).toContain("Zanzibar");
  });
});
