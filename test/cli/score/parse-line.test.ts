import { describe, expect, it } from "vitest";
import { interactionLimits } from "../../../src/core/interaction.ts";
import { parseLine } from "../../../src/cli/score/parse-line.ts";

const read = (value: unknown) => parseLine(JSON.stringify(value), 7);
const base = { id: "x", query: "q", contexts: ["c"], answer: "a" };

function messageOf(line: unknown): string {
  try {
    parseLine(typeof line === "string" ? line : JSON.stringify(line), 7);
  } catch (error) {
    expect(error).toMatchObject({ code: "ERR_RAG_TRIAD_INPUT" });
    return (error as Error).message;
  }
  return "no error";
}

describe("parseLine", () => {
  it("numbers contexts as chunks and keeps the other keys", () => {
    expect(read({ ...base, contexts: ["one", "two"], label: 1, meta: { a: [null] } })).toEqual({
      id: "x",
      interaction: {
        id: "x",
        query: "q",
        retrieval: "succeeded",
        chunks: [
          { id: "0", text: "one", rank: 0 },
          { id: "1", text: "two", rank: 1 },
        ],
        answer: "a",
      },
      extras: { label: 1, meta: { a: [null] } },
    });
  });

  it("reads chunks with string or number ids and optional scores", () => {
    const chunks = [
      { id: "a", text: "one", score: 0.5, source: "ignored" },
      { id: 2, text: "two", score: null },
    ];
    expect(read({ query: "q", answer: "a", chunks }).interaction.chunks).toEqual([
      { id: "a", text: "one", rank: 0, score: 0.5 },
      { id: "2", text: "two", rank: 1 },
    ]);
  });

  it("drops a chunk given twice and tells apart passages that share an id", () => {
    const chunks = ["one", "one", "two", "three"].map((text) => ({ id: "doc", text }));
    expect(read({ query: "q", answer: "a", chunks }).interaction.chunks.map(({ id, text }) => [id, text])).toEqual([
      ["doc", "one"],
      ["doc#2", "two"],
      ["doc#3", "three"],
    ]);
  });

  it.each([
    ["contexts of nothing: retrieved nothing", { contexts: [] }, "succeeded"],
    ["chunks of nothing: retrieved nothing", { chunks: [] }, "succeeded"],
    ["neither key: not retrieved", {}, "none"],
    ["null for both: not retrieved", { contexts: null, chunks: null }, "none"],
  ])("reads %s", (_, keys, retrieval) => {
    expect(read({ query: "q", answer: "a", ...keys }).interaction).toMatchObject({ retrieval, chunks: [] });
  });

  it.each([
    ["a string", "7a", "7a"],
    ["an empty string", "", ""],
    ["a number", 12, 12],
    ["zero", 0, 0],
    ["none: the line's number", undefined, 7],
    ["null: the line's number", null, 7],
  ])("takes as id %s", (_, id, expected) => {
    const { interaction, ...recorded } = read({ ...base, id });
    expect(recorded.id).toBe(expected);
    expect(interaction.id).toBe(String(expected));
  });

  it("keeps null, empty and unusual texts as they are", () => {
    expect(read({ ...base, query: null, answer: null }).interaction).toMatchObject({ query: null, answer: null });
    expect(read({ ...base, query: "", answer: "\u0000\ud800" }).interaction).toMatchObject({
      query: "",
      answer: "\u0000\ud800",
    });
  });

  it("keeps keys named like JavaScript's own", () => {
    const { extras } = parseLine('{"query":"q","answer":"a","__proto__":{"x":1},"constructor":2}', 1);
    expect(JSON.stringify(extras)).toBe('{"__proto__":{"x":1},"constructor":2}');
  });

  it.each([
    ["query", { query: "x".repeat(interactionLimits.queryCharacters + 1) }, { query: null }],
    ["answer", { answer: "x".repeat(interactionLimits.answerCharacters + 1) }, { answer: null }],
    ["chunks", { contexts: ["x".repeat(interactionLimits.chunkCharacters + 1)] }, { chunks: [] }],
    ["chunks", { contexts: Array.from({ length: interactionLimits.chunkCount + 1 }, () => "") }, { chunks: [] }],
    [
      "chunks",
      { contexts: Array.from({ length: 9 }, () => "x".repeat(interactionLimits.chunkCharacters)) },
      { chunks: [] },
    ],
  ])("leaves out a field past its limit: %s", (field, keys, left) => {
    expect(read({ ...base, ...keys }).interaction).toMatchObject({ ...left, tooLong: [field] });
  });

  it("keeps fields at their limits", () => {
    const { interaction } = read({
      query: "x".repeat(interactionLimits.queryCharacters),
      contexts: Array.from({ length: 8 }, () => "x".repeat(interactionLimits.chunkCharacters)),
      answer: "x".repeat(interactionLimits.answerCharacters),
    });
    expect(interaction).not.toHaveProperty("tooLong");
    expect(interaction.chunks).toHaveLength(8);
  });

  it.each([
    ["not json", 'the line must be JSON; got "not json"'],
    ["NaN", 'the line must be JSON; got "NaN"'],
    ["[1,2]", "the line must be a JSON object; got an array of 2 items"],
    ['"text"', 'the line must be a JSON object; got "text"'],
    ["null", "the line must be a JSON object; got null"],
    [
      { ...base, id: true },
      "id must be a string or a number of at most 2^53 - 1 (a greater one as a string); got true (boolean)",
    ],
    [
      { ...base, id: {} },
      "id must be a string or a number of at most 2^53 - 1 (a greater one as a string); got an object",
    ],
    [
      '{"id":12345678901234567890,"query":"q","answer":"a"}',
      "id must be a string or a number of at most 2^53 - 1 (a greater one as a string); got 12345678901234567000 (number)",
    ],
    [{ ...base, query: 42 }, "query must be a string, or null when there was none; got 42 (number)"],
    [{ ...base, answer: ["a"] }, "answer must be a string, or null when there was none; got an array of 1 item"],
    [
      { ...base, answer: undefined },
      'answer must be a string, or null when there was none; it is missing among "id, query, contexts"',
    ],
    [
      { ...base, query: undefined, question: "q" },
      'query must be a string, or null when there was none; it is missing among "id, contexts, answer, question"',
    ],
    [{ ...base, contexts: "c" }, 'contexts must be an array of strings; got "c"'],
    [{ ...base, contexts: ["c", null] }, "contexts[1] must be a string; got null"],
    [{ ...base, contexts: [{ text: "c" }] }, "contexts[0] must be a string; got an object"],
    [{ ...base, chunks: [] }, "only one of contexts and chunks may be given; got both"],
    [{ query: "q", answer: "a", chunks: {} }, "chunks must be an array of objects; got an object"],
    [{ query: "q", answer: "a", chunks: ["c"] }, 'chunks[0] must be an object {id, text, score?}; got "c"'],
    [{ query: "q", answer: "a", chunks: [{ id: "a" }] }, "chunks[0].text must be a string; got undefined"],
    [
      { query: "q", answer: "a", chunks: [{ text: "c" }] },
      "chunks[0].id must be a string or a number of at most 2^53 - 1 (a greater one as a string); got undefined",
    ],
    [
      { query: "q", answer: "a", chunks: [{ id: "a", text: "c", score: "0.5" }] },
      'chunks[0].score must be a number; got "0.5"',
    ],
  ])("refuses %j", (line, message) => {
    expect(messageOf(line)).toBe(message);
  });

  it("shows a value cut short and with nothing in it that moves a terminal", () => {
    expect(messageOf(`\u001b[31m\u202e${"x".repeat(200)}`)).toBe(
      `the line must be JSON; got "\\u001b[31m\\u202e${"x".repeat(54)}…"`,
    );
  });
});
