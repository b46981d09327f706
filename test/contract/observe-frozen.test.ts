import OpenAI from "openai";
import { Stream } from "openai/streaming";
import { APIPromise } from "openai/core/api-promise";
import { streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { IterableReadableStream } from "@langchain/core/utils/stream";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { isObserved, observeResult } from "../../src/instrument/observe/observe-result.ts";
import { createRecorder } from "../unit/observe/recorder.ts";

const client = new OpenAI({ apiKey: "none", baseURL: "http://127.0.0.1:9/v1", maxRetries: 0 });

test.each<[string, () => object, string]>([
  [
    "an API promise",
    () => new APIPromise(client, Promise.resolve({}) as never, async () => ({}) as never),
    "frozen_thenable",
  ],
  ["a stream", () => new Stream(async function* () {}, new AbortController()), "frozen_iterator"],
  [
    "a helper stream",
    () => {
      const stream = client.chat.completions.stream({ model: "m", messages: [] });
      stream.on("error", () => {});
      return stream;
    },
    "frozen_stream",
  ],
  [
    "an AI SDK result",
    () => streamText({ model: new MockLanguageModelV4(), prompt: "q", onError: () => {} }),
    "frozen_stream",
  ],
  ["a LangChain stream", () => IterableReadableStream.fromAsyncGenerator((async function* () {})()), "frozen_stream"],
  ["a Node stream", () => Readable.from([]), "frozen_stream"],
  ["an iterable", () => Object.freeze({ async *[Symbol.asyncIterator]() {} }), "frozen_iterator"],
  ["a response", () => new Response("x"), "response"],
])("%s that cannot be changed is unreadable and left as it is", (_, make, what) => {
  const value = make();
  Object.preventExtensions(value);
  const frozen = "iterator" in value ? Object.freeze(value) : value;
  const keys = Reflect.ownKeys(frozen);
  const recorder = createRecorder();
  expect(observeResult(frozen, recorder, { responses: true })).toBe(frozen);
  expect(recorder.events).toEqual([["unreadable", what]]);
  expect(Reflect.ownKeys(frozen)).toEqual(keys);
  expect(isObserved(frozen)).toBe(false);
});

test("a helper stream that has ended, and a facade read in ways that hide its text", async () => {
  const helper = client.chat.completions.stream({ model: "m", messages: [] });
  await expect(helper.done()).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
  const ended = createRecorder();
  observeResult(helper, ended);
  expect(ended.events).toEqual([["unreadable", "consumed_stream"]]);

  const make = () => ({
    get textStream() {
      return new ReadableStream();
    },
    get fullStream() {
      return new ReadableStream();
    },
    get elementStream() {
      return new ReadableStream();
    },
    toUIMessageStream: () =>
      new ReadableStream<object>({
        start: (controller) => {
          controller.enqueue({ type: "text-delta", delta: "x" });
          controller.close();
        },
      }),
  });
  const elements = createRecorder();
  expect(observeResult(make(), elements).elementStream).toBeInstanceOf(ReadableStream);
  expect(elements.events.at(-1)).toEqual(["unreadable", "consumed_stream"]);
  const messages = createRecorder();
  for await (const part of observeResult(make(), messages).toUIMessageStream())
    expect(part).toEqual({ type: "text-delta", delta: "x" });
  expect(messages.names()).toEqual(["streamFound", "streamStarted", "ended"]);
});
