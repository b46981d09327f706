import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { generateText, streamText } from "ai";
import { MockLanguageModelV4, convertArrayToReadableStream } from "ai/test";
import { describe, expect, test } from "vitest";
import { mayNameModel, readModelName } from "../../../src/instrument/readers/read-model-name.ts";
import { createScriptedJudge } from "../../../src/testing/index.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

const model = "gpt-5-mini-2026-01-01";

test.each<readonly [string, unknown]>([
  ["an OpenAI completion", { object: "chat.completion", model, choices: [{ message: { content: "x" } }] }],
  ["an OpenAI response", { object: "response", model, output: [] }],
  ["the event that completes an OpenAI response", { type: "response.completed", response: { model } }],
  ["an Anthropic message", { type: "message", model, content: [] }],
  ["Anthropic's first event", { type: "message_start", message: { model } }],
  ["a Gemini response", { modelVersion: model, candidates: [] }],
  ["a LangChain message", new AIMessage({ content: "x", response_metadata: { model_name: model } })],
  ["a LangChain chunk", new AIMessageChunk({ content: "x", response_metadata: { model_name: model } })],
  ["the last of several messages", [{ role: "user" }, { role: "assistant", response_metadata: { model_name: model } }]],
])("%s names its model", (_, value) => {
  expect(readModelName(value)).toBe(model);
});

test.each<readonly [string, unknown]>([
  ["a text", "gpt-5"],
  ["nothing", null],
  ["an answer about models", { answer: "x", model: "a car with a long name" }],
  ["a model that is an object", { model: { name: "x" } }],
  [
    "what throws when it is looked at",
    new Proxy(
      {},
      {
        has: () => {
          throw new Error("no");
        },
      },
    ),
  ],
])("%s names none", (_, value) => {
  expect(readModelName(value)).toBeUndefined();
});

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};
const finishReason = { unified: "stop", raw: "stop" } as const;

function languageModel(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: "text", text: "Paris." }],
      finishReason,
      usage,
      warnings: [],
      response: { modelId: model },
    }),
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: "stream-start" as const, warnings: [] },
        { type: "response-metadata" as const, modelId: model },
        { type: "text-start" as const, id: "1" },
        ...Array.from({ length: 20 }, (_, at) => ({ type: "text-delta" as const, id: "1", delta: `${at}` })),
        { type: "text-end" as const, id: "1" },
        { type: "finish" as const, finishReason, usage },
      ]),
    }),
  });
}

/** The generator's model in the interaction that is judged. */
async function judgedModel(generate: (query: string) => unknown): Promise<string | undefined> {
  const judge = createScriptedJudge({ metric: "answer_relevance", verdict: 1 });
  const { triad, settle } = createTestTriad({ judges: { answer_relevance: judge } });
  await triad.run({ query: "capital?" }, async () => triad.wrapGenerator(generate)("capital?"));
  await settle();
  return judge.interactions[0]?.generatorModel;
}

describe("the interaction", () => {
  test("has the model of an AI SDK result", async () => {
    expect(await judgedModel(() => generateText({ model: languageModel(), prompt: "capital?" }))).toBe(model);
  });

  test("has the model of an AI SDK stream", async () => {
    const judge = createScriptedJudge({ metric: "answer_relevance", verdict: 1 });
    const { triad, settle } = createTestTriad({ judges: { answer_relevance: judge } });
    const stream = triad.wrapGenerator((query: string) => streamText({ model: languageModel(), prompt: query }));
    await triad.run({ query: "capital?" }, async () => {
      for await (const part of stream("capital?").fullStream) void part;
    });
    await settle();
    expect(judge.interactions[0]?.generatorModel).toBe(model);
  });

  test("has the model of streamed completions", async () => {
    const generated = await judgedModel(async function* () {
      yield { model, choices: [{ index: 0, delta: { content: "Par" } }] };
      yield { model, choices: [{ index: 0, delta: { content: "is." } }] };
    });
    // A generator that nobody reads has no parts.
    expect(generated).toBeUndefined();
    const judge = createScriptedJudge({ metric: "answer_relevance", verdict: 1 });
    const { triad, settle } = createTestTriad({ judges: { answer_relevance: judge } });
    const generate = triad.wrapGenerator(async function* (_query: string) {
      yield { model, choices: [{ index: 0, delta: { content: "Par" } }] };
      yield { model, choices: [{ index: 0, delta: { content: "is." } }] };
    });
    await triad.run({ query: "capital?" }, async () => {
      for await (const part of generate("capital?")) void part;
    });
    await settle();
    expect(judge.interactions[0]).toMatchObject({ answer: "Paris.", generatorModel: model });
  });

  test("has none where the result names none", async () => {
    expect(await judgedModel(async () => "Paris.")).toBeUndefined();
  });
});

test("later parts of a stream are not looked at, but for one that ends a step", () => {
  expect(mayNameModel({ type: "text-delta" }, 3)).toBe(true);
  expect(mayNameModel({ type: "text-delta" }, 4)).toBe(false);
  expect(mayNameModel({ type: "finish-step" }, 4_000)).toBe(true);
  expect(mayNameModel("text", 0)).toBe(false);
});
