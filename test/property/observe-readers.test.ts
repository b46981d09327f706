import fc from "fast-check";
import { expect, test } from "vitest";
import { createAnswerCollector } from "../../src/instrument/readers/answer-collector.ts";
import { readAnswer } from "../../src/instrument/readers/read-answer.ts";
import { readChunks } from "../../src/instrument/readers/read-chunks.ts";
import { readGeneratorInput } from "../../src/instrument/readers/read-generator-input.ts";

const keys = [
  "text",
  "content",
  "documents",
  "results",
  "hits",
  "node",
  "metadata",
  "document",
  "choices",
  "delta",
  "message",
  "answer",
  "output",
  "data",
  "type",
  "ids",
  "id",
  "score",
  "query",
  "chunks",
  "messages",
  "parts",
  "value",
];

/** Values made of the keys that the readers look for, holding anything. */
const shaped = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.constantFrom<unknown>(
      null,
      undefined,
      true,
      Number.NaN,
      7n,
      Symbol("x"),
      new Date(0),
      () => "x",
      new Uint8Array([200, 1]),
      new Map([["text", "x"]]),
      new Error("x"),
    ),
    fc.double(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 4 }),
  ),
})).value;

const anything = fc.oneof(
  shaped,
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
    withSet: true,
  }),
);

test("whatever it is, readers give text, chunks or nothing, and leave it as it was", () => {
  fc.assert(
    fc.property(anything, (value) => {
      const chunks = readChunks(value);
      const ids = new Set<string>();
      for (const chunk of chunks?.chunks ?? []) {
        expect(typeof chunk.text).toBe("string");
        expect(typeof chunk.id).toBe("string");
        for (const number of [chunk.score, chunk.keywordScore, ...(chunk.vector ?? [])])
          expect(number === undefined || Number.isFinite(number)).toBe(true);
        ids.add(`${chunk.id}\n${chunk.text}`);
      }
      const texts = new Map<string, string>();
      for (const chunk of chunks?.chunks ?? []) {
        expect(texts.get(chunk.id) ?? chunk.text).toBe(chunk.text);
        texts.set(chunk.id, chunk.text);
      }
      expect(["string", "undefined"]).toContain(typeof readAnswer(value));
      expect(["string", "undefined"]).toContain(typeof readGeneratorInput([value, "q"]).query);
    }),
    { numRuns: 2_000 },
  );
});

test("whatever the parts, a collector gives a text or says why not", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 6 }), fc.integer({ min: 0, max: 20 }), (parts, maxCharacters) => {
      const collector = createAnswerCollector({ maxCharacters });
      for (const part of parts) collector.add(part);
      const text = collector.text();
      if (text === undefined) return;
      expect(collector.tooLong || collector.unreadable).toBe(false);
      expect(text.length).toBeLessThanOrEqual(maxCharacters);
    }),
    { numRuns: 1_000 },
  );
});

test("bytes cut anywhere give the text that was encoded", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 5 }),
      (text, cuts) => {
        fc.pre(!text.startsWith("\ufeff") && !/^(?:data|event|id|retry)?:/u.test(text) && !text.startsWith("{"));
        const bytes = new TextEncoder().encode(text);
        const collector = createAnswerCollector({ maxCharacters: 1_000 });
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        for (let index = 1; index < places.length; index++)
          collector.add(bytes.subarray(places[index - 1], places[index]));
        expect(collector.text()).toBe(text);
      },
    ),
  );
});

test("values that contain themselves, broadly, are given up quickly", () => {
  const list: unknown[] = [];
  for (let index = 0; index < 900; index++) list.push(list);
  const record: Record<string, unknown> = {};
  for (const key of [
    ...keys,
    "doc",
    "payload",
    "properties",
    "result",
    "response",
    "items",
    "item",
    "points",
    "nodes",
    "object",
  ])
    record[key] = record;
  const both: Record<string, unknown> = { ...record, content: list, documents: [record, list], parts: list };
  const startedAt = process.cpuUsage();
  for (const value of [list, record, both]) {
    readChunks(value);
    readAnswer(value);
    readGeneratorInput([value]);
    createAnswerCollector({ maxCharacters: 10 }).add(value);
  }
  expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(2_000);
});
