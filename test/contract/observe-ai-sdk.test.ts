import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AsyncLocalStorage } from "node:async_hooks";
import { Output, generateText, streamObject, streamText } from "ai";
import { MockLanguageModelV4, convertArrayToReadableStream } from "ai/test";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isObserved, observeResult } from "../../src/instrument/observe/observe-result.ts";
import { createAnswerCollector } from "../../src/instrument/readers/answer-collector.ts";
import { readAnswer } from "../../src/instrument/readers/read-answer.ts";
import { collect, createRecorder, createThrowingObservation, settle, type Recorder } from "../unit/observe/recorder.ts";

const words = ["Paris ", "is the ", "capital."];
const answer = words.join("");
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};
const whole = ["streamFound", "streamStarted", "ended"];

function model(
  deltas: readonly string[] = words,
  hooks: { pulled?: () => void; fail?: Error } = {},
): MockLanguageModelV4 {
  const finishReason = { unified: "stop", raw: "stop" } as const;
  const parts = [
    { type: "stream-start" as const, warnings: [] },
    { type: "text-start" as const, id: "1" },
    ...deltas.map((delta) => ({ type: "text-delta" as const, id: "1", delta })),
    ...(hooks.fail === undefined
      ? [{ type: "text-end" as const, id: "1" }]
      : [{ type: "error" as const, error: hooks.fail }]),
    { type: "finish" as const, finishReason, usage },
  ];
  return new MockLanguageModelV4({
    doGenerate: async () => ({ content: [{ type: "text", text: answer }], finishReason, usage, warnings: [] }),
    doStream: async () => ({
      stream: convertArrayToReadableStream(parts).pipeThrough(
        new TransformStream({
          transform(part, controller) {
            hooks.pulled?.();
            controller.enqueue(part);
          },
        }),
      ),
    }),
  });
}

function stream(given: MockLanguageModelV4 = model()) {
  return streamText({ model: given, prompt: "capital of France?", onError: () => {} });
}

function textOf(recorder: Recorder): string | undefined {
  const collector = createAnswerCollector({ maxCharacters: 1_000 });
  for (const part of recorder.parts()) collector.add(part);
  return collector.text();
}

type Streaming = ReturnType<typeof stream>;

describe("streamText", () => {
  const uses: readonly [string, (result: Streaming) => Promise<unknown>][] = [
    ["textStream", async (result) => (await collect(result.textStream)).join("")],
    [
      "fullStream",
      async (result) =>
        (await collect(result.fullStream)).map((part) => (part.type === "text-delta" ? part.text : "")).join(""),
    ],
    ["text", async (result) => await result.text],
    [
      "consumeStream",
      async (result) => {
        await result.consumeStream();
        return await result.text;
      },
    ],
    [
      "finishReason first",
      async (result) => {
        expect(await result.finishReason).toBe("stop");
        return await result.text;
      },
    ],
    [
      "textStream and text",
      async (result) => {
        const [parts, text] = await Promise.all([collect(result.textStream), result.text]);
        expect(parts.join("")).toBe(text);
        return text;
      },
    ],
    ["toTextStreamResponse", async (result) => await result.toTextStreamResponse().text()],
    [
      "toUIMessageStreamResponse",
      async (result) => {
        const sent = await result.toUIMessageStreamResponse().text();
        expect(sent).toContain("capital.");
        return answer;
      },
    ],
    [
      "toUIMessageStream",
      async (result) =>
        (await collect(result.toUIMessageStream()))
          .map((part) => (part.type === "text-delta" ? part.delta : ""))
          .join(""),
    ],
    ["pipeTextStreamToResponse", (result) => served((response) => void result.pipeTextStreamToResponse(response))],
  ];

  test.each(uses)("used by %s", async (_, use) => {
    for (const wrap of [
      (result: Streaming, recorder: Recorder) => observeResult(result, recorder),
      async (result: Streaming, recorder: Recorder) => await observeResult(Promise.resolve(result), recorder),
    ]) {
      const recorder = createRecorder();
      const source = stream();
      const result = await wrap(source, recorder);
      expect(result).toBe(source);
      expect(isObserved(result)).toBe(true);
      expect(await use(result)).toBe(answer);
      await settle();
      expect(textOf(recorder)).toBe(answer);
      expect(recorder.names()).toEqual(whole);
    }
  });

  test("nothing is read before its user reads", async () => {
    const pulled = { bare: 0, observed: 0 };
    stream(model(words, { pulled: () => pulled.bare++ }));
    const recorder = createRecorder();
    observeResult(stream(model(words, { pulled: () => pulled.observed++ })), recorder);
    await settle();
    expect(pulled.observed).toBe(pulled.bare);
    expect(recorder.names()).toEqual(["streamFound"]);
  });

  test("a break stops it; a model's failure fails it; an abort stops it", async () => {
    const broken = createRecorder();
    for await (const part of observeResult(stream(), broken).textStream) if (part === words[0]) break;
    await settle();
    expect(broken.names()).toEqual(["streamFound", "streamStarted", "stopped"]);

    const error = new Error("model");
    const failed = createRecorder();
    await collect(observeResult(stream(model(words, { fail: error })), failed).textStream);
    expect(failed.events.at(-1)).toEqual(["failed", error]);

    const aborted = createRecorder();
    const controller = new AbortController();
    controller.abort();
    await collect(
      observeResult(streamText({ model: model(), prompt: "q", abortSignal: controller.signal }), aborted).textStream,
    );
    expect(aborted.names()).toEqual(["streamFound", "streamStarted", "stopped"]);
  });

  test("the consumer's context is his own, and a broken observation changes nothing", async () => {
    const storage = new AsyncLocalStorage<string>();
    const recorder = createRecorder();
    await storage.run("consumer", async () => {
      for await (const part of observeResult(stream(), recorder).textStream) {
        expect(part.length).toBeGreaterThan(0);
        expect(recorder.inside()).toBe(false);
        expect(storage.getStore()).toBe("consumer");
      }
    });
    expect(await observeResult(stream(), createThrowingObservation()).text).toBe(answer);
  });

  test("a facade with nothing but getters", async () => {
    const inner = stream();
    const facade = {
      get textStream() {
        return inner.textStream;
      },
      get fullStream() {
        return inner.fullStream;
      },
      consumeStream: inner.consumeStream.bind(inner),
    };
    const recorder = createRecorder();
    const result = observeResult(facade, recorder);
    expect((await collect(result.textStream)).join("")).toBe(answer);
    expect(textOf(recorder)).toBe(answer);
    expect(recorder.names()).toEqual(whole);
    const hidden = createRecorder();
    const other = stream();
    await observeResult(
      {
        get textStream() {
          return other.textStream;
        },
        get fullStream() {
          return other.fullStream;
        },
        consumeStream: other.consumeStream.bind(other),
      },
      hidden,
    ).consumeStream();
    expect(hidden.events.at(-1)).toEqual(["unreadable", "consumed_stream"]);
  });
});

test("its streams and promises, returned by themselves", async () => {
  for (const [take, use] of [
    [
      (result: Streaming) => result.textStream,
      async (parts: AsyncIterable<unknown>) => (await collect(parts)).join(""),
    ],
    [
      (result: Streaming) => result.textStream,
      async (parts: ReadableStream<unknown>) =>
        (await collect(parts.pipeThrough(new TransformStream<unknown, unknown>()))).join(""),
    ],
    [
      (result: Streaming) => result.fullStream,
      async (parts: AsyncIterable<{ text?: string }>) => (await collect(parts)).map(({ text }) => text ?? "").join(""),
    ],
    [
      (result: Streaming) => result.toUIMessageStream(),
      async (parts: AsyncIterable<{ delta?: string }>) =>
        (await collect(parts)).map(({ delta }) => delta ?? "").join(""),
    ],
  ] as readonly (readonly [(result: Streaming) => object, (parts: never) => Promise<string>])[]) {
    const recorder = createRecorder();
    expect(await use(observeResult(take(stream()), recorder) as never)).toBe(answer);
    expect(textOf(recorder)).toBe(answer);
    expect(recorder.names()).toEqual(whole);
  }
  const promised = createRecorder();
  expect(await observeResult(stream().text, promised)).toBe(answer);
  expect(promised.events).toEqual([["resolved", answer]]);
  const partial = createRecorder();
  const structured = streamText({
    model: model(['{"answer":', '"Par', 'is"', "}"]),
    prompt: "q",
    output: Output.object({ schema: z.object({ answer: z.string() }) }),
  });
  await collect(observeResult(structured.partialOutputStream, partial));
  expect(textOf(partial)).toBe("Paris");
});

test("a route handler's response, as the SDK makes it", async () => {
  for (const make of [() => stream().toUIMessageStreamResponse(), () => stream().toTextStreamResponse()]) {
    const recorder = createRecorder();
    await collect(observeResult(make(), recorder, { responses: true }).body ?? new ReadableStream());
    expect(textOf(recorder)).toBe(answer);
    expect(recorder.names()).toEqual(whole);
  }
});

test("generateText gives a value that is read", async () => {
  const recorder = createRecorder();
  const result = await observeResult(generateText({ model: model(), prompt: "q" }), recorder);
  expect(result.text).toBe(answer);
  expect(recorder.events).toEqual([["resolved", result]]);
  expect(readAnswer(result)).toBe(answer);
});

test("a streaming result, its streams and promises are not read for an answer", async () => {
  const pulled = { count: 0 };
  const result = stream(model(words, { pulled: () => pulled.count++ }));
  await settle();
  const before = pulled.count;
  expect(readAnswer(result)).toBe(undefined);
  expect(readAnswer({ answer: result })).toBe(undefined);
  await settle();
  expect(pulled.count).toBe(before);
  expect(await result.text).toBe(answer);
});

test("streamObject by its partial objects and by its text", async () => {
  const json = ['{"answer":', '"Paris"', "}"];
  const make = () => streamObject({ model: model(json), prompt: "q", schema: z.object({ answer: z.string() }) });
  const partial = createRecorder();
  const objects = await collect(observeResult(make(), partial).partialObjectStream);
  expect(objects.at(-1)).toEqual({ answer: "Paris" });
  expect(partial.names()).toEqual(["streamFound", "streamStarted", "resolved"]);
  expect(readAnswer(partial.events.at(-1)?.[1])).toBe("Paris");
  const text = createRecorder();
  await collect(observeResult(make(), text).textStream);
  expect(textOf(text)).toBe(json.join(""));
});

/** What a response gets over the wire. */
async function served(write: (response: import("node:http").ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => write(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).text();
  } finally {
    server.close();
  }
}
