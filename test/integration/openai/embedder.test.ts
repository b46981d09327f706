import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isJudgeFailure } from "../../../src/core/judge-failure.ts";
import { openaiEmbedder } from "../../../src/openai/index.ts";
import { embeddingOf, sendEmbeddings } from "../../../examples/support/openai-server/embedding.ts";
import {
  sendJson,
  serveOpenai,
  type AnswerCall,
  type OpenaiCall,
  type OpenaiServer,
} from "../../../examples/support/openai-server/server.ts";

const calls: OpenaiCall[] = [];
let answer: AnswerCall = sendEmbeddings;
let server: OpenaiServer;
let client: OpenAI;

beforeAll(async () => {
  server = await serveOpenai((call, response) => {
    calls.push(call);
    answer(call, response);
  });
  client = new OpenAI({ baseURL: server.url, apiKey: "none" });
});
afterAll(() => server.close());

const signal = AbortSignal.timeout(60_000);
const prices = { small: { inputUsdPerMillion: 0.02 } };

describe("openaiEmbedder", () => {
  it("gives one vector a text, in the texts' order, with what it used", async () => {
    answer = sendEmbeddings;
    const embedder = openaiEmbedder(client, { model: "small", dimensions: 64, prices });
    expect(embedder).toMatchObject({ model: "small", maxBatch: 128 });
    const { vectors, usage } = await embedder.embed(["a red house", "une maison"], { signal, kind: "query" });
    expect(calls.at(-1)?.body).toEqual({
      model: "small",
      input: ["a red house", "une maison"],
      encoding_format: "float",
      dimensions: 64,
    });
    for (const [index, text] of ["a red house", "une maison"].entries()) {
      expect(vectors[index]).toEqual(Float32Array.from(embeddingOf(text, 64)));
    }
    expect(usage).toEqual({ inputTokens: 6, cost: (6 * 0.02) / 1_000_000 });
  });

  it("sets the prefixes of its kind before the texts", async () => {
    answer = sendEmbeddings;
    const embedder = openaiEmbedder(client, {
      model: "m",
      queryPrefix: "query: ",
      passagePrefix: "passage: ",
      maxBatch: 7,
    });
    expect(embedder.maxBatch).toBe(7);
    await embedder.embed(["a"], { signal, kind: "query" });
    expect(calls.at(-1)?.body["input"]).toEqual(["query: a"]);
    await embedder.embed(["a"], { signal, kind: "passage" });
    expect(calls.at(-1)?.body).toEqual({ model: "m", input: ["passage: a"], encoding_format: "float" });
  });

  it("goes by the index that the server names", async () => {
    answer = (_, response) => {
      const data = [
        { index: 1, embedding: [0, 1] },
        { index: 0, embedding: [1, 0] },
      ];
      sendJson(response, 200, { data });
    };
    const { vectors, usage } = await openaiEmbedder(client, { model: "m" }).embed(["a", "b"], {
      signal,
      kind: "query",
    });
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(usage).toEqual({});
  });

  it.each([
    ["fewer vectors", [{ index: 0, embedding: [1, 0] }]],
    ["more vectors", [0, 1, 2].map((index) => ({ index, embedding: [1, 0] }))],
    ["one index twice", [0, 0].map((index) => ({ index, embedding: [1, 0] }))],
    ["vectors of different lengths", [{ embedding: [1, 0] }, { embedding: [1] }]],
    ["vectors without numbers", [{ embedding: [] }, { embedding: [] }]],
    ["what is no vector", [{ embedding: "AAAA" }, { embedding: "AAAA" }]],
    ["what is no number", [{ embedding: [1, null] }, { embedding: [1, "2"] }]],
    ["numbers without end", [{ embedding: [1, 1e39] }, { embedding: [1, 2] }]],
  ])("refuses %s", async (_, data) => {
    answer = (_call, response) => sendJson(response, 200, { data });
    await expect(
      openaiEmbedder(client, { model: "m" }).embed(["a", "b"], { signal, kind: "query" }),
    ).rejects.toMatchObject({
      reason: "judge_invalid_output",
      code: "wrong_vectors",
    });
  });

  it("refuses vectors of another length than it asked for", async () => {
    answer = (_, response) => sendJson(response, 200, { data: [{ embedding: [1, 0] }] });
    const embedder = openaiEmbedder(client, { model: "m", dimensions: 3 });
    await expect(embedder.embed(["a"], { signal, kind: "query" })).rejects.toMatchObject({ code: "wrong_vectors" });
  });

  it("fails as a judge model does", async () => {
    answer = (_, response) => sendJson(response, 429, { error: {} }, { "retry-after": "1" });
    const embedder = openaiEmbedder(client, { model: "m" });
    const before = calls.length;
    const error: unknown = await embedder.embed(["a"], { signal, kind: "query" }).catch((reason: unknown) => reason);
    expect(isJudgeFailure(error) && error).toMatchObject({
      reason: "rate_limited",
      retryable: true,
      retryAfterMs: 1_000,
    });
    expect(calls.length - before).toBe(1);
    answer = (_, response) => sendJson(response, 200, {});
    await expect(embedder.embed(["a"], { signal, kind: "query" })).rejects.toMatchObject({
      code: "http_body_wrong_shape",
    });
  });
});
