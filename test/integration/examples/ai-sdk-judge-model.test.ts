import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aiSdkEmbedder, aiSdkJudgeModel } from "../../../examples/ai-sdk-judge/ai-sdk-judge-model.ts";
import { sendCompletion } from "../../../examples/support/openai-server/completion.ts";
import {
  behaviours,
  refuse,
  startOpenaiServer,
  type Behaviour,
  type ScriptedServer,
} from "../../helpers/openai-server.ts";
import { testJudgeModel, type AdapterRig } from "./judge-model-contract.ts";

let server: ScriptedServer;
let rig: AdapterRig;

const more: Readonly<Record<string, Behaviour>> = {
  truncated_json: (call, response) => sendCompletion(call, response, '{"reason":"fine"'),
  too_long: refuse(400, { code: "context_length_exceeded", message: "Too many tokens for the context window." }),
};

beforeAll(async () => {
  server = await startOpenaiServer(() => '{"reason":"fine","grade":4}');
  const provider = createOpenAICompatible({ name: "local", baseURL: server.url, supportsStructuredOutputs: true });
  rig = {
    model: aiSdkJudgeModel(provider.chatModel("m"), { input: 1, output: 2 }),
    behave: (name) => server.behave(more[name] ?? behaviours[name as keyof typeof behaviours]),
    calls: () => server.calls.length,
  };
});
afterAll(() => server.close());

testJudgeModel(
  () => rig,
  [
    { behaviour: "rate_limited", reason: "rate_limited", code: "http_429", retryable: true },
    {
      behaviour: "rate_limited_for_a_while",
      reason: "rate_limited",
      code: "http_429",
      retryable: true,
      retryAfterMs: 1_000,
    },
    { behaviour: "server_error", reason: "judge_error", code: "http_500", retryable: true },
    { behaviour: "unauthorized", reason: "judge_error", code: "http_401", retryable: false },
    { behaviour: "too_long", reason: "too_long", code: "context_length_exceeded", retryable: false },
    { behaviour: "reset", reason: "judge_error", code: "connection_error", retryable: true },
    { behaviour: "reset_in_body", reason: "judge_error", code: "connection_error", retryable: true },
    { behaviour: "truncated_body", reason: "judge_invalid_output", code: "unreadable_body", retryable: true },
    { behaviour: "web_page", reason: "judge_invalid_output", code: "unreadable_body", retryable: true },
  ],
);

it("asks for the schema, in the judge's words and at temperature 0", async () => {
  rig.behave("success");
  await rig.model.complete(
    {
      instructions: "Judge.",
      input: "It.",
      schema: { name: "criterion", schema: { type: "object" } },
      maxOutputTokens: 9,
    },
    { signal: new AbortController().signal },
  );
  expect(server.calls.at(-1)?.body).toMatchObject({
    model: "m",
    temperature: 0,
    max_tokens: 9,
    messages: [
      { role: "system", content: "Judge." },
      { role: "user", content: "It." },
    ],
    response_format: { type: "json_schema", json_schema: { name: "criterion", schema: { type: "object" } } },
  });
});

it("embeds, with tokens and cost", async () => {
  const provider = createOpenAICompatible({ name: "local", baseURL: server.url });
  const embedder = aiSdkEmbedder(provider.embeddingModel("e"), 10);
  const { vectors, usage } = await embedder.embed(["a red house", "green cats"], {
    signal: new AbortController().signal,
    kind: "passage",
  });
  expect(vectors.map(({ length }) => length)).toEqual([256, 256]);
  expect(usage).toEqual({ inputTokens: 6, cost: 0.00006 });
});
