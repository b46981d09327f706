import { describe, expect, test } from "vitest";
import { interactionLimits } from "../../../src/core/interaction.ts";
import { readChunks } from "../../../src/instrument/readers/read-chunks.ts";

const texts = (result: unknown): unknown => readChunks(result)?.chunks.map(({ text }) => text);
const one = (result: unknown): unknown => readChunks(result)?.chunks[0];

describe("what retrievers return", () => {
  const shapes: readonly [string, unknown, readonly object[]][] = [
    ["a string", "one", [{ id: "0", text: "one", rank: 0 }]],
    [
      "strings",
      ["one", "two"],
      [
        { id: "0", text: "one", rank: 0 },
        { id: "1", text: "two", rank: 1 },
      ],
    ],
    [
      "texts with ids and scores",
      [{ id: 7, text: "one", score: 0.5, keywordScore: 2, vector: [1, 0] }],
      [{ id: "7", text: "one", score: 0.5, keywordScore: 2, vector: [1, 0], rank: 0 }],
    ],
    ["content", [{ content: "one" }], [{ id: "0", text: "one", rank: 0 }]],
    ["pageContent", [{ pageContent: "one", metadata: { id: "m" } }], [{ id: "m", text: "one", rank: 0 }]],
    ["page_content", { documents: [{ page_content: "one" }] }, [{ id: "0", text: "one", rank: 0 }]],
    ["pairs", [[{ pageContent: "one" }, 0.25]], [{ id: "0", text: "one", score: 0.25, rank: 0 }]],
    ["one pair", ["one", 0.25], [{ id: "0", text: "one", score: 0.25, rank: 0 }]],
    [
      "Pinecone",
      { matches: [{ id: "p", score: 0.9, values: [], metadata: { text: "one" } }], namespace: "" },
      [{ id: "p", text: "one", score: 0.9, rank: 0 }],
    ],
    [
      "Qdrant",
      { points: [{ id: 3, score: 0.9, payload: { page_content: "one" } }] },
      [{ id: "3", text: "one", score: 0.9, rank: 0 }],
    ],
    ["LlamaIndex", [{ node: { id_: "n", text: "one" }, score: 0.8 }], [{ id: "n", text: "one", score: 0.8, rank: 0 }]],
    [
      "Chroma",
      {
        ids: [["a", "b"]],
        documents: [["one", null]],
        embeddings: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
        distances: [[0.1, 0.2]],
      },
      [{ id: "a", text: "one", vector: [1, 2], rank: 0 }],
    ],
    [
      "Chroma's get",
      { ids: ["a", "b"], documents: ["one", "two"], embeddings: null },
      [
        { id: "a", text: "one", rank: 0 },
        { id: "b", text: "two", rank: 1 },
      ],
    ],
    [
      "Elasticsearch",
      { took: 1, hits: { total: 1, hits: [{ _id: "e", _score: 1.5, _source: { content: "one" } }] } },
      [{ id: "e", text: "one", score: 1.5, rank: 0 }],
    ],
    [
      "Weaviate",
      { objects: [{ uuid: "u", properties: { text: "one" }, metadata: { score: 0.7 } }] },
      [{ id: "u", text: "one", score: 0.7, rank: 0 }],
    ],
    [
      "OpenAI vector stores",
      {
        object: "vector_store.search_results.page",
        data: [
          {
            file_id: "f",
            score: 0.9,
            content: [
              { type: "text", text: "one" },
              { type: "text", text: "more" },
            ],
          },
        ],
      },
      [{ id: "f", text: "one\nmore", score: 0.9, rank: 0 }],
    ],
    [
      "Bedrock",
      { retrievalResults: [{ content: { text: "one" }, score: 0.4 }] },
      [{ id: "0", text: "one", score: 0.4, rank: 0 }],
    ],
    [
      "Cohere rerank",
      { results: [{ index: 0, relevance_score: 0.3, document: { text: "one" } }] },
      [{ id: "0", text: "one", score: 0.3, rank: 0 }],
    ],
    [
      "Postgres",
      { rows: [{ id: 1, content: "one", similarity: 0.6 }], rowCount: 1 },
      [{ id: "1", text: "one", score: 0.6, rank: 0 }],
    ],
    ["results in results", { results: [{ hits: [{ id: "h", text: "one" }] }] }, [{ id: "h", text: "one", rank: 0 }]],
    [
      "a context beside sources without texts",
      { context: "one", sources: [{ title: "t", url: "u" }] },
      [{ id: "0", text: "one", rank: 0 }],
    ],
    ["a context beside no sources", { sources: [], context: "one" }, [{ id: "0", text: "one", rank: 0 }]],
    [
      "pages",
      [[{ text: "one" }], [{ text: "two" }]],
      [
        { id: "0", text: "one", rank: 0 },
        { id: "1", text: "two", rank: 1 },
      ],
    ],
    [
      "a Float32Array",
      [{ text: "one", embedding: new Float32Array([1, 0.5]) }],
      [{ id: "0", text: "one", vector: [1, 0.5], rank: 0 }],
    ],
  ];

  test.each(shapes)("%s", (_, result, chunks) => {
    expect(readChunks(result)).toEqual({ chunks, tooLong: false });
  });

  test("nothing retrieved and not understood are two things", () => {
    for (const nothing of [
      [],
      null,
      "",
      " \n",
      { documents: [] },
      { matches: [] },
      { ids: [[]], documents: [[]] },
      [null, undefined],
      [[]],
    ]) {
      expect(readChunks(nothing)).toEqual({ chunks: [], tooLong: false });
    }
    for (const unknown of [
      undefined,
      7,
      true,
      {},
      { answer: 1 },
      [7],
      [{ text: "one" }, { image: 1 }],
      () => [],
      Promise.resolve([]),
      new Date(),
      Symbol("x"),
    ]) {
      expect(readChunks(unknown)).toBe(undefined);
    }
  });

  test("numbers that are not finite are left out, ids are unique, a repeated passage keeps its id", () => {
    expect(one([{ text: "one", score: Number.NaN, keywordScore: Infinity, vector: [1, Number.NaN] }])).toEqual({
      id: "0",
      text: "one",
      rank: 0,
    });
    expect(
      readChunks([{ id: "a", text: "x" }, { id: "a", text: "y" }, { id: "a", text: "x" }, { text: "z" }])?.chunks.map(
        ({ id }) => id,
      ),
    ).toEqual(["a", "a#2", "a", "3"]);
    const ids = readChunks([{ id: "1", text: "x" }, { text: "y" }])?.chunks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("limits", () => {
  const tooLong = { chunks: [], tooLong: true };

  test("at each limit it is read, past it not", () => {
    expect(
      readChunks(Array.from({ length: interactionLimits.chunkCount }, (_, index) => String(index)))?.chunks.length,
    ).toBe(interactionLimits.chunkCount);
    expect(readChunks(Array.from({ length: interactionLimits.chunkCount + 1 }, () => "x"))).toEqual(tooLong);
    expect(readChunks(["x".repeat(interactionLimits.chunkCharacters)])?.chunks.length).toBe(1);
    expect(readChunks(["x".repeat(interactionLimits.chunkCharacters + 1)])).toEqual(tooLong);
    const nine = Array.from({ length: 9 }, () => "x".repeat(interactionLimits.chunkCharacters));
    expect(readChunks(nine.slice(0, 8))?.chunks.length).toBe(8);
    expect(readChunks(nine)).toEqual(tooLong);
  });

  test("a list of a million is not walked", () => {
    let read = 0;
    const entries = Array.from({ length: 1_000_000 }, () => null);
    Object.defineProperty(entries, 0, {
      get: () => {
        read++;
        return "x";
      },
    });
    expect(readChunks(entries)).toEqual(tooLong);
    expect(read).toBe(0);
  });
});

describe("hostile results", () => {
  test("cycles, throwing getters and Proxies, lone surrogates and NULs", () => {
    const cycle: Record<string, unknown> = {};
    cycle["documents"] = [cycle];
    cycle["node"] = cycle;
    expect(readChunks(cycle)).toBe(undefined);
    const circular: unknown[] = [];
    circular.push(circular);
    expect(() => readChunks(circular)).not.toThrow();
    expect(
      readChunks([
        {
          get text(): string {
            throw new Error("no");
          },
        },
      ]),
    ).toBe(undefined);
    const fails = (): never => {
      throw new Error("no");
    };
    expect(
      readChunks(
        new Proxy(
          {},
          { get: fails, getOwnPropertyDescriptor: fails, ownKeys: fails, getPrototypeOf: fails, has: fails },
        ),
      ),
    ).toBe(undefined);
    expect(texts(["\ud800", "a\u0000b"])).toEqual(["\ud800", "a\u0000b"]);
  });

  test("the getters of live things, and those that hold lists, are not run", () => {
    let reads = 0;
    const stream = {
      get text() {
        reads++;
        return "x";
      },
      get textStream() {
        reads++;
        return "x";
      },
      async *[Symbol.asyncIterator]() {},
    };
    const lazy = {
      get documents() {
        reads++;
        return [];
      },
    };
    expect(readChunks(stream)).toBe(undefined);
    expect(readChunks(lazy)).toBe(undefined);
    expect(reads).toBe(0);
    class Model {
      readonly #text = "one";
      get text(): string {
        return this.#text;
      }
    }
    expect(texts([new Model()])).toEqual(["one"]);
  });
});
