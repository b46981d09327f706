import { describe, expect, test } from "vitest";
import { readAnswer } from "../../../src/instrument/readers/read-answer.ts";
import { readGeneratorInput } from "../../../src/instrument/readers/read-generator-input.ts";

describe("readAnswer", () => {
  test.each<[string, unknown, string]>([
    ["a string", "yes", "yes"],
    ["a number", 42, "42"],
    ["null", null, ""],
    ["bytes", new TextEncoder().encode("né"), "né"],
    ["text", { text: "yes" }, "yes"],
    ["content", { content: "yes" }, "yes"],
    ["answer before text", { text: "no", answer: "yes" }, "yes"],
    ["output_text", { output_text: "yes", output: [] }, "yes"],
    [
      "a chat completion",
      { choices: [{ message: { role: "assistant", content: "yes" } }, { message: { content: "no" } }] },
      "yes",
    ],
    ["a refusal", { choices: [{ message: { content: null, refusal: "I cannot" } }] }, "I cannot"],
    ["a tool call", { choices: [{ message: { content: null, refusal: null, tool_calls: [{}] } }] }, ""],
    ["a legacy completion", { choices: [{ text: "yes" }] }, "yes"],
    [
      "a response",
      {
        output: [
          { type: "reasoning", summary: [{ text: "no" }] },
          {
            type: "message",
            content: [
              { type: "output_text", text: "y" },
              { type: "output_text", text: "es" },
            ],
          },
        ],
      },
      "yes",
    ],
    [
      "a refused response",
      { output: [{ type: "message", content: [{ type: "refusal", refusal: "I cannot" }] }] },
      "I cannot",
    ],
    [
      "Anthropic",
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "no" },
          { type: "text", text: "yes" },
        ],
      },
      "yes",
    ],
    ["Gemini", { candidates: [{ content: { role: "model", parts: [{ text: "y" }, { text: "es" }] } }] }, "yes"],
    ["Ollama", { message: { role: "assistant", content: "yes" } }, "yes"],
    [
      "a message list",
      [
        { role: "user", content: "no" },
        { role: "assistant", content: "yes" },
      ],
      "yes",
    ],
    ["strings and parts", ["y", { type: "text", text: "es" }], "yes"],
    ["an object in an object", { object: { answer: "yes", citations: [1] } }, "yes"],
    ["nothing in a list", [], ""],
  ])("%s", (_, value, text) => {
    expect(readAnswer(value)).toBe(text);
  });

  test("what is not understood, or not there yet", () => {
    const cycle: Record<string, unknown> = {};
    cycle["answer"] = cycle;
    const fails = (): never => {
      throw new Error("no");
    };
    const unknown = [
      undefined,
      true,
      {},
      { foo: "x" },
      new Error("message"),
      new Response("x"),
      new Blob(["x"]),
      Promise.resolve("x"),
      new ReadableStream(),
      Symbol("x"),
      () => "x",
      cycle,
      [[[[[["deep"]]]]]],
      {
        get text(): string {
          throw new Error("no");
        },
      },
      new Proxy({}, { getOwnPropertyDescriptor: fails }),
      { text: () => "x" },
      { answer: Promise.resolve("x") },
      new Map([["answer", "x"]]),
    ];
    for (const value of unknown) expect(readAnswer(value)).toBe(undefined);
    expect(readAnswer("\ud800\u0000")).toBe("\ud800\u0000");
  });
});

describe("readGeneratorInput", () => {
  const chunks = [{ id: "0", text: "one", rank: 0 }];

  test.each<[string, readonly unknown[], object]>([
    ["query and chunks", ["q", ["one"]], { query: "q", chunks }],
    ["chunks and query", [["one"], "q"], { query: "q", chunks }],
    ["an object", [{ query: "q", chunks: ["one"] }], { query: "q", chunks }],
    ["other names", [{ question: "q", contexts: ["one"] }], { query: "q", chunks }],
    ["a context string", [{ question: "q", context: "one" }], { query: "q", chunks }],
    ["a query and an object", ["q", { documents: [{ text: "one" }] }], { query: "q", chunks }],
    ["named and empty", [{ query: "q", chunks: [] }], { query: "q", chunks: [] }],
    [
      "messages",
      [
        [
          { role: "user", content: "first" },
          { role: "assistant", content: "a" },
          { role: "user", content: [{ type: "text", text: "q" }] },
        ],
        ["one"],
      ],
      { query: "q", chunks },
    ],
    ["a messages object", [{ messages: [{ role: "user", content: "q" }] }], { query: "q" }],
    ["an empty list, perhaps a history", ["q", []], { query: "q" }],
    ["two strings", ["q", "gpt-5"], { query: "q" }],
    ["options", ["q", ["one"], { temperature: 0, signal: new AbortController().signal }], { query: "q", chunks }],
    ["a request", [new Request("http://x.test/?query=q")], {}],
    ["nothing", [], {}],
    ["too much", ["q", Array.from({ length: 1_001 }, () => "x")], { query: "q", tooLong: true }],
  ])("%s", (_, args, input) => {
    expect(readGeneratorInput(args)).toEqual(input);
  });

  test("getters are not run, and a Proxy that throws leaves what came before", () => {
    let reads = 0;
    expect(
      readGeneratorInput([
        {
          get query() {
            reads++;
            return "q";
          },
          get chunks() {
            reads++;
            return [];
          },
        },
      ]),
    ).toEqual({});
    expect(reads).toBe(0);
    const fails = (): never => {
      throw new Error("no");
    };
    expect(readGeneratorInput(["q", new Proxy({}, { getOwnPropertyDescriptor: fails }), ["one"]])).toMatchObject({
      query: "q",
    });
  });
});
