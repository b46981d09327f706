import { describe, expect, test } from "vitest";
import { createAnswerCollector } from "../../../src/instrument/readers/answer-collector.ts";

function collected(parts: readonly unknown[], maxCharacters = 1_000) {
  const collector = createAnswerCollector({ maxCharacters });
  for (const part of parts) collector.add(part);
  return { text: collector.text(), tooLong: collector.tooLong, unreadable: collector.unreadable };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the parts of streams", () => {
  test.each<[string, readonly unknown[]]>([
    ["strings", ["Pa", "", "ris"]],
    ["bytes, split inside a character", [bytes("Pa"), bytes("ris")]],
    [
      "chat chunks",
      [
        { choices: [{ index: 0, delta: { role: "assistant", content: "" } }] },
        { choices: [{ index: 0, delta: { content: "Pa" } }] },
        { choices: [{ index: 1, delta: { content: "no" } }] },
        { choices: [{ index: 0, delta: { content: "ris" }, finish_reason: "stop" }] },
        { choices: [], usage: {} },
      ],
    ],
    [
      "refusal deltas",
      [{ choices: [{ delta: { refusal: "Pa" } }] }, { choices: [{ delta: { content: null, refusal: "ris" } }] }],
    ],
    [
      "responses events",
      [
        { type: "response.created", response: { output_text: "no" } },
        { type: "response.output_text.delta", delta: "Pa" },
        { type: "response.reasoning_summary_text.delta", delta: "no" },
        { type: "response.output_text.delta", delta: "ris" },
        { type: "response.output_text.done", text: "Paris" },
        { type: "response.completed", response: {} },
      ],
    ],
    [
      "AI SDK 7",
      [
        { type: "start" },
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", text: "Pa" },
        { type: "reasoning-delta", text: "no" },
        { type: "tool-input-delta", delta: "no" },
        { type: "source", title: "no" },
        { type: "text-delta", id: "1", text: "ris" },
        { type: "finish", finishReason: "stop" },
      ],
    ],
    [
      "AI SDK 4",
      [
        { type: "text-delta", textDelta: "Pa" },
        { type: "text-delta", textDelta: "ris" },
      ],
    ],
    [
      "UI messages",
      [
        { type: "text-delta", delta: "Pa" },
        { type: "data-sources", data: { text: "no" } },
        { type: "text-delta", delta: "ris" },
      ],
    ],
    [
      "Anthropic",
      [
        { type: "message_start", message: { content: [] } },
        { type: "content_block_start", content_block: { type: "text", text: "" } },
        { type: "content_block_delta", delta: { type: "text_delta", text: "Pa" } },
        { type: "content_block_delta", delta: { type: "thinking_delta", thinking: "no" } },
        { type: "content_block_delta", delta: { type: "text_delta", text: "ris" } },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {} },
        { type: "message_stop" },
      ],
    ],
    [
      "Gemini",
      [
        { candidates: [{ content: { parts: [{ text: "Pa" }] } }] },
        { candidates: [{ content: { parts: [{ text: "ris" }] } }], usageMetadata: {} },
      ],
    ],
    [
      "Ollama",
      [
        { message: { role: "assistant", content: "Pa" }, done: false },
        { message: { role: "assistant", content: "ris" }, done: false },
        { message: { role: "assistant", content: "" }, done: true },
      ],
    ],
    [
      "Mistral",
      [
        { data: { choices: [{ index: 0, delta: { content: "Pa" } }] } },
        { data: { choices: [{ index: 0, delta: { content: "ris" } }] } },
      ],
    ],
    [
      "Cohere",
      [
        { type: "message-start", delta: { message: { role: "assistant", content: [] } } },
        { type: "content-delta", index: 0, delta: { message: { content: { text: "Pa" } } } },
        { type: "content-delta", delta: { message: { content: { text: "ris" } } } },
        { type: "message-end", delta: { finish_reason: "COMPLETE", usage: {} } },
      ],
    ],
    [
      "Bedrock",
      [
        { messageStart: { role: "assistant" } },
        { contentBlockDelta: { delta: { text: "Pa" }, contentBlockIndex: 0 } },
        { contentBlockDelta: { delta: { text: "ris" } } },
        { contentBlockStop: {} },
        { messageStop: { stopReason: "end_turn" } },
        { metadata: { usage: {} } },
      ],
    ],
    [
      "partial objects",
      [
        {},
        { citations: [] },
        { answer: "P" },
        { answer: "Par" },
        { answer: "Paris" },
        { answer: "Paris", citations: [1] },
      ],
    ],
    [
      "Hugging Face",
      [
        { token: { id: 1, text: "Pa" }, generated_text: null },
        { token: { id: 2, text: "ris" }, generated_text: "Paris" },
      ],
    ],
    [
      "assistants",
      [
        { event: "thread.created", data: { id: "t", metadata: {} } },
        { event: "thread.message.delta", data: { delta: { content: [{ type: "text", text: { value: "Paris" } }] } } },
      ],
    ],
    ["chains", [{ input: "no" }, { context: ["no"] }, { answer: "Pa" }, { answer: "ris" }]],
    ["metadata", ["Pa", { usage: { tokens: 1 } }, null, undefined, { type: "sources", sources: [] }, "ris"]],
    [
      "server-sent events",
      [
        bytes('data: {"type":"start"}\n\ndata: {"type":"text-delta","delta":"Pa"}\n\n'),
        bytes('data: {"type":"text-delta","delta":"ris"}\n\ndata: [DONE]\n\n'),
      ],
    ],
    [
      "server-sent events as strings",
      ['event: message\ndata: {"type":"text-delta","delta":"Pa"}\n\n', 'data: {"type":"text-delta","delta":"ris"}\n\n'],
    ],
    ["server-sent text", [bytes("data: Pa\n\ndata: ris\n\n")]],
    ["lines of JSON", [bytes('{"choices":[{"delta":{"content":"Pa"}}]}\n{"choices":[{"delta":{"content":"ris"}}]}\n')]],
  ])("%s", (_, parts) => {
    expect(collected(parts)).toEqual({ text: "Paris", tooLong: false, unreadable: false });
  });

  test("UTF-8 over parts, and what ends in the middle of a character", () => {
    const euro = bytes("€5");
    expect(collected([euro.slice(0, 1), euro.slice(1, 2), Buffer.from(euro.slice(2))]).text).toBe("€5");
    expect(collected([euro.slice(0, 2)]).text).toBe("\ufffd");
    expect(collected([bytes('{"a": 1}')]).text).toBe('{"a": 1}');
    expect(collected(["data: is a word\nand this is prose"]).text).toBe("data: is a word\nand this is prose");
  });

  test("what is not understood makes the answer unreadable, whatever else was", () => {
    for (const part of [
      7,
      Symbol("x"),
      { foo: "bar" },
      [[[[["deep"]]]]],
      () => "x",
      {
        get text(): string {
          throw new Error("no");
        },
      },
    ]) {
      expect(collected(["Paris", part])).toEqual({ text: undefined, tooLong: false, unreadable: true });
    }
    const cycle: Record<string, unknown> = {};
    cycle["text"] = cycle;
    expect(collected([cycle]).unreadable).toBe(true);
  });

  test("nothing more is kept past the limit", () => {
    expect(collected(["a".repeat(9), "b"], 10).text).toBe(`${"a".repeat(9)}b`);
    expect(collected(["a".repeat(9), "bc"], 10)).toEqual({ text: undefined, tooLong: true, unreadable: false });
  });
});

test("many partial objects take no more room than the last", () => {
  const text = "x".repeat(900);
  const parts = Array.from(text, (_, index) => ({ answer: text.slice(0, index + 1) }));
  expect(collected(parts, 1_000)).toEqual({ text, tooLong: false, unreadable: false });
  expect(collected([...parts, { answer: "x".repeat(1_001) }], 1_000).tooLong).toBe(true);
});

describe("the user's reader", () => {
  test("reads instead of ours; undefined is no text", () => {
    const collector = createAnswerCollector({
      maxCharacters: 100,
      readPart: (part) => (typeof part === "number" ? String(part) : undefined),
    });
    for (const part of [1, "x", 2]) collector.add(part);
    expect(collector.text()).toBe("12");
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["gives no string", () => 7 as unknown as string],
    ["gives a promise", () => Promise.resolve("x") as unknown as string],
  ])("one that %s is reported once", (_, readPart) => {
    const errors: unknown[] = [];
    const collector = createAnswerCollector({
      maxCharacters: 100,
      readPart,
      onReaderError: (error) => {
        errors.push(error);
        throw error;
      },
    });
    collector.add("a");
    collector.add("b");
    expect(errors.length).toBe(1);
    expect(collector.unreadable).toBe(true);
    expect(collector.text()).toBe(undefined);
  });
});
