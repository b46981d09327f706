import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { APIPromise } from "openai/core/api-promise";
import { Stream } from "openai/streaming";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { observeResult } from "../../src/instrument/observe/observe-result.ts";
import { createAnswerCollector } from "../../src/instrument/readers/answer-collector.ts";
import { readAnswer } from "../../src/instrument/readers/read-answer.ts";
import { readChunks } from "../../src/instrument/readers/read-chunks.ts";
import { collect, createRecorder, createThrowingObservation, settle, type Recorder } from "../unit/observe/recorder.ts";

const words = ["Paris ", "is the ", "capital."];
const answer = words.join("");
let server: Server;
let client: OpenAI;
let requests = 0;

function completion(): object {
  return {
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: answer, refusal: null } }],
  };
}

function chunk(delta: object, finish: string | null = null): object {
  return {
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

function response(): object {
  return {
    id: "r",
    object: "response",
    created_at: 1,
    model: "m",
    status: "completed",
    output: [
      {
        id: "o",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: answer, annotations: [] }],
      },
    ],
  };
}

function responseEvents(): object[] {
  const item = { id: "o", type: "message", role: "assistant", status: "in_progress", content: [] };
  const part = { type: "output_text", text: "", annotations: [] };
  return [
    { type: "response.created", response: { ...response(), status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.content_part.added", item_id: "o", output_index: 0, content_index: 0, part },
    ...words.map((delta) => ({
      type: "response.output_text.delta",
      item_id: "o",
      output_index: 0,
      content_index: 0,
      delta,
      logprobs: [],
    })),
    { type: "response.output_text.done", item_id: "o", output_index: 0, content_index: 0, text: answer, logprobs: [] },
    { type: "response.completed", response: response() },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
}

beforeAll(async () => {
  server = createServer((request, reply) => {
    requests++;
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      const { stream, model } = JSON.parse(body || "{}") as { stream?: boolean; model?: string };
      const json = (value: object, status = 200) =>
        reply
          .writeHead(status, { "content-type": "application/json", "x-request-id": "req_1" })
          .end(JSON.stringify(value));
      if (model === "fails") return json({ error: { message: "no" } }, 400);
      if (request.url?.includes("/search")) {
        return json({
          object: "vector_store.search_results.page",
          search_query: ["q"],
          has_more: false,
          next_page: null,
          data: [
            { file_id: "f", filename: "a.md", score: 0.9, attributes: {}, content: [{ type: "text", text: "one" }] },
            { file_id: "f", filename: "a.md", score: 0.5, attributes: {}, content: [{ type: "text", text: "two" }] },
          ],
        });
      }
      if (stream !== true) return json(request.url?.includes("responses") ? response() : completion());
      reply.writeHead(200, { "content-type": "text/event-stream" });
      const events = request.url?.includes("responses")
        ? responseEvents()
        : [chunk({ role: "assistant", content: "" }), ...words.map((content) => chunk({ content })), chunk({}, "stop")];
      for (const event of events)
        reply.write(`event: ${(event as { type?: string }).type ?? "message"}\ndata: ${JSON.stringify(event)}\n\n`);
      if (model === "hangs") return reply;
      return reply.end("data: [DONE]\n\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = new OpenAI({
    apiKey: "none",
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    maxRetries: 0,
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const messages = [{ role: "user" as const, content: "capital of France?" }];
const create = (model = "m") => client.chat.completions.create({ model, messages });
const stream = (model = "m") => client.chat.completions.create({ model, messages, stream: true });

function textOf(recorder: Recorder): string | undefined {
  const collector = createAnswerCollector({ maxCharacters: 1_000 });
  for (const part of recorder.parts()) collector.add(part);
  return collector.text();
}

describe("the promise", () => {
  test("await, then, parse and withResponse give the completion, once, with one HTTP request", async () => {
    const uses: ((promise: ReturnType<typeof create>) => PromiseLike<OpenAI.ChatCompletion>)[] = [
      (promise) => promise,
      (promise) => promise.then((value) => value),
      (promise) => promise.finally(() => {}),
      (promise) =>
        promise.catch(() => {
          throw new Error("unexpected");
        }) as Promise<OpenAI.ChatCompletion>,
      async (promise) => {
        const { data, response: raw, request_id } = await promise.withResponse();
        expect(raw.status).toBe(200);
        expect(request_id).toBe("req_1");
        return data;
      },
      (promise) => (promise as unknown as { parse(): Promise<OpenAI.ChatCompletion> }).parse(),
      async (promise) => {
        const [first, second] = await Promise.all([promise, promise]);
        expect(second).toBe(first);
        return first;
      },
    ];
    for (const use of uses) {
      const recorder = createRecorder();
      const before = requests;
      const source = create();
      const result = observeResult(source, recorder);
      expect(result).toBe(source);
      const value = await use(result);
      expect(value.choices[0]?.message.content).toBe(answer);
      expect(requests - before).toBe(1);
      expect(recorder.events).toEqual([["resolved", value]]);
      expect(readAnswer(value)).toBe(answer);
    }
  });

  test("asResponse gives the raw response, whose body nobody has read", async () => {
    const recorder = createRecorder();
    const raw = await observeResult(create(), recorder).asResponse();
    expect(recorder.events).toEqual([["unreadable", "raw_response"]]);
    expect(raw.bodyUsed).toBe(false);
    expect(await raw.json()).toEqual(completion());
  });

  test("an APIPromise whose withResponse takes the raw response itself", async () => {
    const recorder = createRecorder();
    const raw = { response: new Response("{}", { headers: { "x-request-id": "req_2" } }) };
    const promise = new APIPromise<object>(
      client,
      Promise.resolve(raw) as never,
      async () => ({ text: answer }) as never,
    );
    const { data, request_id } = await observeResult(promise, recorder).withResponse();
    expect([data, request_id]).toEqual([{ text: answer }, "req_2"]);
    expect(recorder.events).toEqual([["resolved", data]]);
  });

  test("errors and aborts are the SDK's own", async () => {
    const failed = createRecorder();
    await expect(observeResult(create("fails"), failed)).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    expect(failed.names()).toEqual(["failed"]);
    const controller = new AbortController();
    const aborted = createRecorder();
    const promise = observeResult(
      client.chat.completions.create({ model: "m", messages }, { signal: controller.signal }),
      aborted,
    );
    controller.abort();
    await expect(promise).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    expect(aborted.names()).toEqual(["stopped"]);
    expect((await observeResult(create(), createThrowingObservation())).choices.length).toBe(1);
  });

  test("responses, and a page of a vector store search, awaited or iterated", async () => {
    const responses = createRecorder();
    const value = await observeResult(client.responses.create({ model: "m", input: "q" }), responses);
    expect(value.output_text).toBe(answer);
    expect(readAnswer(responses.events[0]?.[1])).toBe(answer);

    type Search = ReturnType<typeof client.vectorStores.search>;
    const uses: ((page: Search) => Promise<number>)[] = [
      async (page) => (await page).data.length,
      async (page) => (await collect(page)).length,
      (page) => page.then(({ data }) => data.length),
      (page) =>
        page
          .catch(() => {
            throw new Error("unexpected");
          })
          .then(({ data }) => data.length),
      async (page) => (await page.finally(() => {})).data.length,
      async (page) => (await page.withResponse()).data.data.length,
      async (page) => (await page.then(() => page)).data.length,
    ];
    for (const use of uses) {
      const search = createRecorder();
      expect(await use(observeResult(client.vectorStores.search("vs", { query: "q" }), search))).toBe(2);
      expect(search.names()).toEqual(["resolved"]);
      expect(readChunks(search.events[0]?.[1])?.chunks).toEqual([
        { id: "f", text: "one", score: 0.9, rank: 0 },
        { id: "f#2", text: "two", score: 0.5, rank: 1 },
      ]);
    }
  });
});

describe("the stream", () => {
  const whole = ["streamFound", "streamStarted", "ended"];

  test("iterated, teed, or turned into a web stream: the same object, each part once", async () => {
    const text = (chunks: readonly OpenAI.ChatCompletionChunk[]): string =>
      chunks.map((part) => part.choices[0]?.delta.content ?? "").join("");
    const uses: ((events: Stream<OpenAI.ChatCompletionChunk>) => Promise<string>)[] = [
      async (events) => text(await collect(events)),
      async (events) => {
        const [left, right] = events.tee();
        const first = text(await collect(left));
        expect(text(await collect(right))).toBe(first);
        return first;
      },
      async (events) =>
        text(
          await collect(
            Stream.fromReadableStream<OpenAI.ChatCompletionChunk>(events.toReadableStream(), new AbortController()),
          ),
        ),
    ];
    for (const use of uses) {
      const recorder = createRecorder();
      const events = await observeResult(stream(), recorder);
      expect(events).toBeInstanceOf(Stream);
      expect(recorder.names()).toEqual(["streamFound"]);
      expect(await use(events)).toBe(answer);
      expect(textOf(recorder)).toBe(answer);
      expect(recorder.names()).toEqual(whole);
      await expect(collect(events)).rejects.toThrow("consumed");
    }
    const recorder = createRecorder();
    const { data } = await observeResult(stream(), recorder).withResponse();
    expect(text(await collect(data))).toBe(answer);
    expect(recorder.names()).toEqual(whole);
  });

  test("a break and an abort stop it, and the request with it", async () => {
    const broken = createRecorder();
    const events = await observeResult(stream("hangs"), broken);
    for await (const part of events) if (part.choices[0]?.delta.content === words[0]) break;
    expect(events.controller.signal.aborted).toBe(true);
    expect(broken.names()).toEqual(["streamFound", "streamStarted", "stopped"]);

    const aborted = createRecorder();
    const hanging = await observeResult(stream("hangs"), aborted);
    for await (const part of hanging) if (part.choices[0]?.finish_reason === "stop") hanging.controller.abort();
    expect(aborted.names()).toEqual(["streamFound", "streamStarted", "stopped"]);
  });

  test("bytes made from it are read event by event", async () => {
    const events = await stream();
    const recorder = createRecorder();
    await collect(observeResult(events.toReadableStream(), recorder));
    expect(textOf(recorder)).toBe(answer);
  });

  test("responses", async () => {
    const recorder = createRecorder();
    await collect(await observeResult(client.responses.create({ model: "m", input: "q", stream: true }), recorder));
    expect(textOf(recorder)).toBe(answer);
    expect(recorder.names()).toEqual(whole);
  });
});

describe("the helper streams", () => {
  test("chat completions by every way of use", async () => {
    type Helper = ReturnType<typeof client.chat.completions.stream>;
    const uses: ((helper: Helper) => Promise<unknown>)[] = [
      (helper) => helper.finalContent(),
      async (helper) => (await helper.finalChatCompletion()).choices[0]?.message.content,
      async (helper) => {
        let all = "";
        helper.on("content", (delta) => (all += delta));
        await helper.done();
        return all;
      },
      async (helper) => {
        let all = "";
        for await (const part of helper) all += part.choices[0]?.delta.content ?? "";
        return all;
      },
    ];
    for (const use of uses) {
      const recorder = createRecorder();
      const source = client.chat.completions.stream({ model: "m", messages });
      const result = observeResult(source, recorder);
      expect(result).toBe(source);
      expect(await use(result)).toBe(answer);
      await settle();
      expect(textOf(recorder)).toBe(answer);
      expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
    }
  });

  test("responses, failures and aborts", async () => {
    const responses = createRecorder();
    const final = await observeResult(client.responses.stream({ model: "m", input: "q" }), responses).finalResponse();
    expect(final.output_text).toBe(answer);
    await settle();
    expect(textOf(responses)).toBe(answer);

    const failed = createRecorder();
    await expect(
      observeResult(client.chat.completions.stream({ model: "fails", messages }), failed).finalContent(),
    ).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    expect(failed.names()).toEqual(["streamFound", "streamStarted", "failed"]);

    const aborted = createRecorder();
    const helper = observeResult(client.chat.completions.stream({ model: "hangs", messages }), aborted);
    for await (const part of helper) if (part.choices[0]?.delta.content === words[0]) break;
    await settle();
    expect(aborted.names()).toEqual(["streamFound", "streamStarted", "stopped"]);
  });
});
