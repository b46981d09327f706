import OpenAI, { AzureOpenAI } from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isJudgeFailure, type JudgeFailure } from "../../../src/core/judge-failure.ts";
import type { JudgeModel, JudgeModelReply } from "../../../src/judge/judge-model.ts";
import { openaiEmbedder, openaiJudgeModel, type OpenaiJudgeModelOptions } from "../../../src/openai/index.ts";
import { sendCompletion } from "../../../examples/support/openai-server/completion.ts";
import { sendJson } from "../../../examples/support/openai-server/server.ts";
import {
  behaviours,
  refuse,
  startOpenaiServer,
  type Behaviour,
  type ScriptedServer,
} from "../../helpers/openai-server.ts";

const answer = JSON.stringify({ claims: [{ text: "The port is 9464.", quote: "port 9464" }] });
const schema = { name: "claims", schema: { type: "object", properties: { claims: { type: "array" } } } };
const request = { instructions: "Find the claims.", input: "The port is 9464.", schema, maxOutputTokens: 500 };

let server: ScriptedServer;
let client: OpenAI;

beforeAll(async () => {
  server = await startOpenaiServer(() => answer);
  client = new OpenAI({ baseURL: server.url, apiKey: "none", maxRetries: 5 });
});
afterAll(() => server.close());
beforeEach(() => server.behave("success"));

function createModel(options: Partial<OpenaiJudgeModelOptions> = {}): JudgeModel {
  return openaiJudgeModel(client, { model: "gpt-5-mini", ...options });
}

const ask = (model: JudgeModel, signal = AbortSignal.timeout(10_000)): Promise<JudgeModelReply> =>
  model.complete(request, { signal });

async function failureOf(promise: Promise<unknown>): Promise<JudgeFailure> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isJudgeFailure(error)) throw new Error("Expected a JudgeFailure", { cause: error });
  expect(JSON.stringify([error.message, error.cause, error.code])).not.toMatch(/9464|claims/);
  return error;
}

/** The bodies of the calls that `work` makes. */
async function bodiesOf(work: () => Promise<unknown>): Promise<Readonly<Record<string, unknown>>[]> {
  const before = server.calls.length;
  await work();
  return server.calls.slice(before).map(({ body }) => body);
}

describe("a call", () => {
  it("asks what the judge asks, by JSON schema, with our parameters, and says what the model says", async () => {
    const model = createModel({ contextTokens: 128_000, parameters: { seed: 1 } });
    expect(model).toMatchObject({ model: "gpt-5-mini", contextTokens: 128_000 });
    let reply: JudgeModelReply | undefined;
    const [body, ...more] = await bodiesOf(async () => void (reply = await ask(model)));
    expect(more).toEqual([]);
    expect(body).toEqual({
      model: "gpt-5-mini",
      messages: [
        { role: "system", content: "Find the claims." },
        { role: "user", content: "The port is 9464." },
      ],
      response_format: { type: "json_schema", json_schema: { ...schema, strict: true } },
      max_completion_tokens: 500,
      temperature: 0,
      seed: 1,
    });
    expect(reply).toEqual({ text: answer, finish: "stop", usage: { inputTokens: 9, outputTokens: 16 } });
  });

  it("leaves out what the request does not have", async () => {
    const work = (): Promise<unknown> =>
      createModel().complete({ instructions: "a", input: "b" }, { signal: AbortSignal.timeout(10_000) });
    const [body] = await bodiesOf(work);
    expect(Object.keys(body ?? {}).sort()).toEqual(["messages", "model", "temperature"]);
  });

  it("costs what the table says, cached tokens apart", async () => {
    const prices = {
      "gpt-5-mini": { inputUsdPerMillion: 0.25, cachedInputUsdPerMillion: 0.025, outputUsdPerMillion: 2 },
    };
    const usage = { prompt_tokens: 1_000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 600 } };
    server.behave((_, response) => sendJson(response, 200, { choices: [{ message: { content: "x" } }], usage }));
    const { usage: used } = await ask(createModel({ prices }));
    expect(used).toMatchObject({ inputTokens: 1_000, outputTokens: 100 });
    // (400 × 0.25 + 600 × 0.025 + 100 × 2) ÷ 1,000,000
    expect(used?.cost).toBeCloseTo(0.000315, 12);
    const { cachedInputUsdPerMillion: _, ...withoutCached } = prices["gpt-5-mini"];
    // (1,000 × 0.25 + 100 × 2) ÷ 1,000,000
    expect((await ask(createModel({ prices: { "gpt-5-mini": withoutCached } }))).usage?.cost).toBeCloseTo(0.00045, 12);
    expect((await ask(createModel())).usage).not.toHaveProperty("cost");
  });

  it.each([
    [undefined, {}],
    [{ prompt_tokens: 5 }, { inputTokens: 5 }],
    [{ prompt_tokens: -1, completion_tokens: "7" }, {}],
    [{ prompt_tokens: 1.5, completion_tokens: 7 }, { outputTokens: 7 }],
  ])("has no usage but what the server counts: %j", async (usage, expected) => {
    server.behave((_, response) => sendJson(response, 200, { choices: [{ message: { content: "x" } }], usage }));
    const prices = { "gpt-5-mini": { inputUsdPerMillion: 1, outputUsdPerMillion: 1 } };
    expect((await ask(createModel({ prices }))).usage).toEqual(expected);
  });
});

describe("the reply's end", () => {
  const message =
    (choice: object): Behaviour =>
    (_, response) =>
      sendJson(response, 200, { choices: [choice] });
  it.each<[string, Behaviour, Partial<JudgeModelReply>]>([
    ["a cut-off answer", behaviours.cut_off, { finish: "length", text: answer.slice(0, 10) }],
    ["the model's refusal", behaviours.refusal, { finish: "refusal", text: "" }],
    ["a filter before the model", behaviours.content_filter, { finish: "refusal", text: "" }],
    ["a filter after it", message({ finish_reason: "content_filter", message: {} }), { finish: "refusal", text: "" }],
    ["an empty answer", behaviours.empty, { finish: "stop", text: "" }],
    ["no choice", (_, response) => sendJson(response, 200, { choices: [] }), { finish: "stop", text: "" }],
    [
      "text in parts",
      message({ message: { content: [{ text: "a" }, { text: "b" }] } }),
      { finish: "stop", text: "ab" },
    ],
  ])("%s", async (_, behaviour, expected) => {
    server.behave(behaviour);
    expect(await ask(createModel())).toMatchObject(expected);
  });
});

describe("what the server cannot", () => {
  /** A server that refuses bodies with certain members. */
  const without =
    (
      message: string,
      refuses: (body: Readonly<Record<string, unknown>>) => boolean,
      status = 400,
      param?: string,
    ): Behaviour =>
    (call, response, text) =>
      refuses(call.body)
        ? sendJson(response, status, { error: { message, param: param ?? null } })
        : sendCompletion(call, response, text);
  const formatOf = ({ response_format: format }: Readonly<Record<string, unknown>>): string =>
    (format as { readonly type: string } | undefined)?.type ?? "none";

  it.each<[string, Behaviour, readonly string[]]>([
    [
      "JSON mode where there is no JSON schema",
      without("'response_format' of type json_schema is not supported", (body) => formatOf(body) === "json_schema"),
      ["json_schema", "json_object"],
    ],
    [
      "plain text where there is neither",
      without("unknown field", (body) => "response_format" in body, 422, "response_format"),
      ["json_schema", "json_object", "none"],
    ],
  ])("%s, with the schema in the instructions, and that is remembered", async (_, behaviour, tried) => {
    server.behave(behaviour);
    const model = createModel();
    const bodies = await bodiesOf(async () => expect((await ask(model)).text).toBe(answer));
    expect(bodies.map(formatOf)).toEqual(tried);
    const [again, ...more] = await bodiesOf(() => ask(model));
    expect(more).toEqual([]);
    expect(formatOf(again ?? {})).toBe(tried.at(-1));
    expect(JSON.stringify(again?.["messages"])).toContain(JSON.stringify(JSON.stringify(schema.schema)).slice(1, -1));
    expect(JSON.stringify(again?.["messages"])).toContain(String.raw`the JSON Schema \"claims\":`);
    expect(JSON.stringify(bodies[0]?.["messages"])).not.toContain("JSON Schema");
  });

  it("max_tokens where max_completion_tokens is not known, and neither where that is refused too", async () => {
    server.behave(
      without("Extra inputs are not permitted: max_completion_tokens", (body) => "max_completion_tokens" in body, 422),
    );
    const bodies = await bodiesOf(() => ask(createModel()));
    expect(bodies.map((body) => [body["max_completion_tokens"], body["max_tokens"]])).toEqual([
      [500, undefined],
      [undefined, 500],
    ]);
    server.behave(
      without("max_tokens and max_completion_tokens are unknown", (body) =>
        Object.keys(body).some((name) => name.startsWith("max_")),
      ),
    );
    expect(await bodiesOf(() => ask(createModel()))).toHaveLength(3);
  });

  it("no temperature where it is refused", async () => {
    const message = "Unsupported value: 'temperature' does not support 0 with this model.";
    server.behave(without(message, (body) => "temperature" in body, 400, "temperature"));
    const model = createModel();
    expect((await bodiesOf(() => ask(model))).map((body) => body["temperature"])).toEqual([0, undefined]);
    expect(await bodiesOf(() => ask(model))).toHaveLength(1);
  });

  it("all of that at once, found out by calls at the same time", async () => {
    const wrong = ["temperature", "max_completion_tokens", "response_format"];
    server.behave((call, response, text) => {
      const order = wrong.map((_, index) => wrong[(index + call.index) % wrong.length] ?? "");
      const refused = order.find((name) => name in call.body);
      if (refused === undefined) sendCompletion(call, response, text);
      else sendJson(response, 400, { error: { message: "Unsupported parameter", param: refused } });
    });
    const model = createModel();
    const bodies = await bodiesOf(() => Promise.all([ask(model), ask(model), ask(model)]));
    // Three calls, four things to find out.
    expect(bodies.length).toBeLessThanOrEqual(15);
    expect(await bodiesOf(() => ask(model))).toHaveLength(1);
  });

  it("is asked for no longer than there is something to leave out", async () => {
    server.behave(
      refuse(400, { message: "temperature, response_format, max_tokens, max_completion_tokens: all wrong" }),
    );
    const model = createModel();
    const bodies = await bodiesOf(async () => expect(await failureOf(ask(model))).toMatchObject({ code: "http_400" }));
    expect(bodies).toHaveLength(6);
  });

  it("is not concluded from a refusal about something else", async () => {
    server.behave(refuse(400, { message: "Invalid image", param: "messages" }));
    expect(await bodiesOf(() => failureOf(ask(createModel())))).toHaveLength(1);
    server.behave(refuse(500, { message: "response_format went wrong" }));
    expect(await bodiesOf(() => failureOf(ask(createModel())))).toHaveLength(1);
  });
});

describe("failures", () => {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
  it.each<[string, Behaviour, Partial<JudgeFailure>]>([
    ["429", refuse(429), { reason: "rate_limited", code: "http_429", retryable: true, retryAfterMs: undefined }],
    [
      "429 in seconds",
      refuse(429, {}, { "retry-after": "20" }),
      { reason: "rate_limited", retryable: true, retryAfterMs: 20_000 },
    ],
    ["429 in milliseconds", refuse(429, {}, { "retry-after-ms": "1500", "retry-after": "9" }), { retryAfterMs: 1_500 }],
    ["429 in nonsense", refuse(429, {}, { "retry-after": "soon" }), { retryable: true, retryAfterMs: undefined }],
    ["429 in the past", refuse(429, {}, { "retry-after": "Mon, 01 Jan 2024 00:00:00 GMT" }), { retryAfterMs: 0 }],
    ["no quota", behaviours.out_of_quota, { reason: "rate_limited", code: "insufficient_quota", retryable: false }],
    ["500", refuse(500), { reason: "judge_error", code: "http_500", retryable: true }],
    [
      "503 in seconds",
      refuse(503, {}, { "retry-after": "2" }),
      { reason: "judge_error", code: "http_503", retryAfterMs: 2_000 },
    ],
    ["500 for good", refuse(500, {}, { "x-should-retry": "false" }), { reason: "judge_error", retryable: false }],
    ["408", refuse(408), { reason: "judge_timeout", code: "http_408", retryable: true }],
    ["409", refuse(409), { reason: "judge_error", code: "http_409", retryable: true }],
    ["400", refuse(400), { reason: "judge_error", code: "http_400", retryable: false }],
    ["401", behaviours.unauthorized, { reason: "judge_error", code: "http_401", retryable: false }],
    ["403", refuse(403), { reason: "judge_error", code: "http_403", retryable: false }],
    ["404", refuse(404), { reason: "judge_error", code: "http_404", retryable: false }],
    ["413", refuse(413), { reason: "too_long", retryable: false }],
    [
      "too many tokens",
      refuse(400, { code: "context_length_exceeded" }),
      { reason: "too_long", code: "context_length_exceeded" },
    ],
    [
      "too many tokens in words",
      refuse(400, { message: "This model's maximum context length is 4096 tokens; max_completion_tokens is 500." }),
      { reason: "too_long", retryable: false },
    ],
    ["a reset", behaviours.reset, { reason: "judge_error", retryable: true }],
    ["a reset in the body", behaviours.reset_in_body, { reason: "judge_error", retryable: true }],
    [
      "half a body",
      behaviours.truncated_body,
      { reason: "judge_invalid_output", code: "http_body_not_json", retryable: true },
    ],
    ["no body", behaviours.no_body, { reason: "judge_invalid_output", code: "http_body_not_json" }],
    ["a web page", behaviours.web_page, { reason: "judge_invalid_output", code: "http_body_not_json" }],
    ["10 MB", behaviours.huge, { reason: "judge_invalid_output", code: "http_body_too_large", retryable: false }],
    ["another body", (_, response) => sendJson(response, 200, { ok: 1 }), { code: "http_body_wrong_shape" }],
    [
      "an error in a body",
      (_, response) => sendJson(response, 200, { error: { code: 429, message: "No." } }),
      { reason: "rate_limited", code: "http_429", retryable: true },
    ],
  ])("%s", async (_, behaviour, expected) => {
    server.behave(behaviour);
    let failure: JudgeFailure | undefined;
    // One attempt, though the client of this test would make six.
    expect(await bodiesOf(async () => void (failure = await failureOf(ask(createModel()))))).toHaveLength(1);
    expect(failure).toMatchObject(expected);
  });

  it("429 with a date is waited for by the server's own clock", async () => {
    server.behave(refuse(429, {}, { "retry-after": inSeconds(3_630), date: inSeconds(3_600) }));
    expect((await failureOf(ask(createModel()))).retryAfterMs).toBe(30_000);
  });

  it("a body is refused by its declared length, before any of it has come", async () => {
    server.behave((_, response) => response.writeHead(200, { "content-length": "10000000" }).flushHeaders());
    expect(await failureOf(ask(createModel()))).toMatchObject({ code: "http_body_too_large", retryable: false });
  });

  it("a body without a length is refused as soon as it is too large", async () => {
    let written = 0;
    let goneAfter = Number.POSITIVE_INFINITY;
    server.behave((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const write = (): void => {
        if (response.destroyed || written > 400_000_000) return;
        written += 1_000_000;
        response.write(" ".repeat(1_000_000), () => setImmediate(write));
      };
      response.on("close", () => void (goneAfter = written));
      write();
    });
    expect(await failureOf(ask(createModel()))).toMatchObject({ code: "http_body_too_large", retryable: false });
    await expect.poll(() => goneAfter, { timeout: 20_000 }).toBeLessThan(100_000_000);
  });

  it("no server", async () => {
    const gone = await startOpenaiServer();
    await gone.close();
    const model = openaiJudgeModel(new OpenAI({ baseURL: gone.url, apiKey: "none" }), { model: "m" });
    expect(await failureOf(ask(model))).toMatchObject({ reason: "judge_error", code: "ECONNREFUSED", retryable: true });
  });

  it("a key that cannot be had", async () => {
    const apiKey = (): Promise<string> => Promise.reject(new Error("The vault is shut"));
    const model = openaiJudgeModel(new OpenAI({ baseURL: server.url, apiKey }), { model: "m" });
    expect(await failureOf(ask(model))).toMatchObject({ reason: "judge_error", retryable: false });
  });

  it("a client that gives up by itself", async () => {
    server.behave("hang");
    const impatient = Object.create(client, {
      chat: {
        value: {
          completions: {
            create: (body: never, options: object) => client.chat.completions.create(body, { ...options, timeout: 20 }),
          },
        },
      },
    }) as OpenAI;
    const model = openaiJudgeModel(impatient, { model: "m" });
    expect(await failureOf(ask(model))).toMatchObject({
      reason: "judge_timeout",
      code: "client_timeout",
      retryable: true,
    });
  });

  it("a mistake in a client stays a mistake", async () => {
    const mistake = new TypeError("undefined is not a function");
    const broken = { chat: { completions: { create: () => Promise.reject(mistake) } } };
    await expect(ask(openaiJudgeModel(broken, { model: "m" }))).rejects.toBe(mistake);
  });
});

describe("the signal", () => {
  it.each(["hang", "hang_in_body"] as const)("ends a call that does not end: %s", async (behaviour) => {
    let asked = (): void => undefined;
    let answered = (): void => undefined;
    const waiting = new Promise<void>(
      (resolve) => void (behaviour === "hang" ? (asked = resolve) : (answered = resolve)),
    );
    const closed = new Promise<void>((resolve) => {
      server.behave((call, response, text) => {
        response.on("close", resolve);
        behaviours[behaviour](call, response, text);
        asked();
      });
    });
    const watched = new OpenAI({
      baseURL: server.url,
      apiKey: "none",
      fetch: async (...args) => {
        const response = await fetch(...args);
        answered();
        return response;
      },
    });
    const controller = new AbortController();
    const pending = failureOf(ask(openaiJudgeModel(watched, { model: "m" }), controller.signal));
    await waiting;
    setImmediate(() => controller.abort(new DOMException("late", "TimeoutError")));
    expect(await pending).toMatchObject({ reason: "judge_timeout", retryable: false });
    await closed;
  });

  it("ends a call of a client that is deaf to it", async () => {
    const deaf = { chat: { completions: { create: () => new Promise(() => undefined) } } };
    const controller = new AbortController();
    const pending = failureOf(ask(openaiJudgeModel(deaf, { model: "m" }), controller.signal));
    controller.abort();
    expect(await pending).toMatchObject({ reason: "judge_timeout" });
  });

  it("makes no call when it is aborted already", async () => {
    const work = async (): Promise<void> => void (await failureOf(ask(createModel(), AbortSignal.abort())));
    expect(await bodiesOf(work)).toEqual([]);
  });
});

it("a client whose method gives a plain promise, as wrappers of the client do, works all the same", async () => {
  const plain = {
    chat: {
      completions: {
        create: async (body: never, options: never): Promise<unknown> => client.chat.completions.create(body, options),
      },
    },
  };
  expect(await ask(openaiJudgeModel(plain, { model: "m" }))).toMatchObject({ text: answer, finish: "stop" });
  server.behave("web_page");
  expect(await failureOf(ask(openaiJudgeModel(plain, { model: "m" })))).toMatchObject({ code: "http_body_not_json" });
  server.behave("truncated_body");
  expect(await failureOf(ask(openaiJudgeModel(plain, { model: "m" })))).toMatchObject({ code: "http_body_not_json" });
});

it("Azure's client works: the model's name is the deployment's", async () => {
  const azure = new AzureOpenAI({ endpoint: server.url, apiKey: "none", apiVersion: "2024-10-21" });
  const model = openaiJudgeModel(azure, { model: "my-deployment" });
  expect(await ask(model)).toMatchObject({ text: answer, finish: "stop" });
  expect(server.calls.at(-1)?.path).toBe(
    "/v1/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21",
  );
  const embedder = openaiEmbedder(azure, { model: "other-deployment" });
  const { vectors } = await embedder.embed(["a"], { signal: AbortSignal.timeout(10_000), kind: "query" });
  expect(vectors).toHaveLength(1);
});
