import Anthropic from "@anthropic-ai/sdk";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anthropicJudgeModel } from "../../../examples/anthropic-judge/anthropic-judge-model.ts";
import {
  sendMessage,
  startFakeAnthropic,
  type MessagesRequest,
} from "../../../examples/anthropic-judge/fake-anthropic.ts";
import { request, testJudgeModel, type AdapterRig } from "./judge-model-contract.ts";

type Answer = (asked: MessagesRequest, response: ServerResponse) => void;

const refuse =
  (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (asked, response) => {
    const error = { type: "error", error: { type: "error", message: `${message} ${JSON.stringify(asked.messages)}` } };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(error));
  };

const answers: Readonly<Record<string, Answer>> = {
  success: (asked, response) => sendMessage(asked, response, '{"reason":"fine","grade":4}'),
  truncated_json: (asked, response) => sendMessage(asked, response, '{"reason":"fine"'),
  cut_off: (asked, response) => sendMessage(asked, response, "{", "max_tokens"),
  refused: (asked, response) => sendMessage(asked, response, "", "refusal"),
  rate_limited: refuse(429, "Slow down.", { "retry-after": "2" }),
  overloaded: refuse(529, "Overloaded."),
  unauthorized: refuse(401, "Who is it?"),
  too_large: refuse(413, "Too large."),
  too_long: refuse(400, "prompt is too long: 210000 tokens > 200000 maximum"),
  bad_request: refuse(400, "No."),
  timed_out: refuse(408, "Late."),
  reset: (_, response) => void response.destroy(),
  reset_in_body: (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"content":', () => response.destroy());
  },
  truncated_body: (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"content":['),
  hang: () => undefined,
};

let server: Awaited<ReturnType<typeof startFakeAnthropic>>;
let rig: AdapterRig;
const asked: MessagesRequest[] = [];

beforeAll(async () => {
  let behaviour = "success";
  server = await startFakeAnthropic((call, response) => {
    asked.push(call);
    answers[behaviour]?.(call, response);
  });
  const client = new Anthropic({ baseURL: server.url, apiKey: "none" });
  rig = {
    model: anthropicJudgeModel(client, { model: "m", price: { input: 1, cachedInput: 0.1, output: 5 } }),
    behave: (name) => void (behaviour = name),
    calls: () => asked.length,
  };
});
afterAll(() => server.close());

testJudgeModel(
  () => rig,
  [
    { behaviour: "rate_limited", reason: "rate_limited", code: "http_429", retryable: true, retryAfterMs: 2_000 },
    { behaviour: "overloaded", reason: "judge_error", code: "http_529", retryable: true },
    { behaviour: "unauthorized", reason: "judge_error", code: "http_401", retryable: false },
    { behaviour: "too_large", reason: "too_long", code: "http_413", retryable: false },
    { behaviour: "too_long", reason: "too_long", code: "context_length_exceeded", retryable: false },
    { behaviour: "bad_request", reason: "judge_error", code: "http_400", retryable: false },
    { behaviour: "timed_out", reason: "judge_timeout", code: "http_408", retryable: true },
    { behaviour: "reset", reason: "judge_error", code: "connection_error", retryable: true },
    { behaviour: "reset_in_body", reason: "judge_error", code: "connection_error", retryable: true },
    { behaviour: "truncated_body", reason: "judge_invalid_output", code: "unreadable_body", retryable: true },
  ],
);

it("asks for the schema, in the judge's words", async () => {
  rig.behave("success");
  await rig.model.complete(request, { signal: new AbortController().signal });
  expect(asked.at(-1)).toMatchObject({
    model: "m",
    max_tokens: 200,
    system: request.instructions,
    messages: [{ role: "user", content: request.input }],
    output_config: { format: { type: "json_schema", schema: { title: "criterion", ...request.schema?.schema } } },
  });
});

it("says that the model refused", async () => {
  rig.behave("refused");
  const reply = await rig.model.complete(request, { signal: new AbortController().signal });
  expect(reply).toMatchObject({ text: "", finish: "refusal" });
});
