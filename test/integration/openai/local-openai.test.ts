import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLocalOpenai } from "../../../examples/support/openai-server/start.ts";
import type { OpenaiServer } from "../../../examples/support/openai-server/server.ts";
import { criteriaJudge, llmJudges, scoreInteraction, type JudgeSet } from "../../../src/index.ts";
import { openaiEmbedder, openaiJudgeModel } from "../../../src/openai/index.ts";
import { knownRequests } from "./judging-rig.ts";

let server: OpenaiServer;
let client: OpenAI;

beforeAll(async () => {
  server = await startLocalOpenai();
  client = new OpenAI({ baseURL: server.url, apiKey: "none" });
});
afterAll(() => server.close());

it("serves a chat from what stands before the query, whole and as a stream", async () => {
  const messages = [
    {
      role: "system" as const,
      content: "Answer from these notes. The exporter listens on port 9464. Lunch is at noon.",
    },
    { role: "user" as const, content: "On which port does the exporter listen?" },
  ];
  const whole = await client.chat.completions.create({ model: "m", messages });
  expect(whole.choices[0]?.message.content).toBe("The exporter listens on port 9464.");
  const parts: string[] = [];
  for await (const part of await client.chat.completions.create({ model: "m", messages, stream: true })) {
    parts.push(part.choices[0]?.delta.content ?? "");
  }
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.join("")).toBe("The exporter listens on port 9464.");
  const unknown = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Who?" }] });
  expect(unknown.choices[0]?.message.content).toBe("I don't know.");
});

it("embeds texts near those that share words with them", async () => {
  const { data } = await client.embeddings.create({
    model: "m",
    input: ["a red house", "the red houses", "green cats"],
  });
  const [a = [], b = [], c = []] = data.map(({ embedding }) => embedding);
  const cosine = (left: number[], right: number[]): number =>
    left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  expect(cosine(a, b)).toBeGreaterThan(cosine(a, c));
  expect(cosine(a, a)).toBeCloseTo(1, 5);
});

it("answers every judge that asks a model, whether the schema is enforced or only asked for", async () => {
  const [request] = knownRequests;
  const interaction = {
    id: "i",
    query: request.query,
    retrieval: "succeeded",
    chunks: request.chunks.map((chunk, index) => ({ ...chunk, rank: index + 1 })),
    answer: request.answer,
  } as const;
  for (const structuredOutput of ["schema", "text"] as const) {
    const model = openaiJudgeModel(client, { model: "m", structuredOutput });
    const sets: readonly JudgeSet[] = [
      llmJudges({ model, embedder: openaiEmbedder(client, { model: "e" }) }),
      llmJudges({ model, contextRelevance: "graded" }),
      criteriaJudge({ name: "complete", rubric: "5: all. 1: nothing.", model }),
    ];
    for (const judges of sets) {
      const results = await scoreInteraction({ interaction, judges });
      for (const [metric, result] of Object.entries(results)) {
        expect(result?.outcome, metric).toEqual({ score: expect.any(Number) as number });
      }
      expect(Object.keys(results)).toEqual(Object.keys(judges));
    }
  }
});

it("knows no other endpoint and no other body", async () => {
  expect((await fetch(`${server.url}/files`, { method: "POST", body: "{}" })).status).toBe(404);
  expect((await fetch(`${server.url}/embeddings`, { method: "POST", body: "[1" })).status).toBe(400);
  expect((await fetch(`${server.url}/embeddings`)).status).toBe(404);
});
