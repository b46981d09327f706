import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { MetricResult } from "../../../src/core/scoring-job.ts";
import { createContentCapture, type ContentCaptureOptions } from "../../../src/telemetry/content.ts";

const interaction = {
  query: "What is the limit?",
  chunks: [
    { id: "c1", text: "The limit is 5.", score: 0.5 },
    { id: "c2", text: "Nothing." },
  ],
  answer: "It is 5.",
};

const results: Record<string, MetricResult> = {
  groundedness: {
    outcome: { score: 1 },
    judge: "llm/1",
    detail: {
      explanation: "The answer says 5.",
      claims: [
        { text: "It is 5.", verdict: "supported", score: 1, chunkId: "c1", evidence: "The limit is 5.", flags: [] },
      ],
    },
  },
  answer_relevance: { outcome: { reason: "refusal" }, judge: "llm/1" },
};

function createCapture(options: Partial<ContentCaptureOptions> = {}) {
  const warn = vi.fn<ContentCaptureOptions["warn"]>();
  return { capture: createContentCapture({ captureContent: true, warn, ...options }), warn };
}

const everything = (capture: ReturnType<typeof createContentCapture>) => ({
  ...capture.interaction(interaction),
  ...capture.results(results),
  explanation: capture.explanation("The answer says 5."),
});

test("nothing is captured, and the hook is never called, unless content is asked for", () => {
  const redact = vi.fn<(text: string) => string>();
  const { capture } = createCapture({ captureContent: false, redact });
  expect(everything(capture)).toEqual({ explanation: undefined });
  expect(redact).not.toHaveBeenCalled();
});

test("content is captured as JSON strings, the event's explanation as text", () => {
  const { capture } = createCapture();
  expect(everything(capture)).toEqual({
    "rag.content.query": '"What is the limit?"',
    "rag.content.chunks": '[{"id":"c1","score":0.5,"text":"The limit is 5."},{"id":"c2","text":"Nothing."}]',
    "rag.content.answer": '"It is 5."',
    "rag.content.claims":
      '[{"text":"It is 5.","verdict":"supported","score":1,"chunkId":"c1","flags":[],"evidence":"The limit is 5."}]',
    "rag.content.explanations": '{"groundedness":"The answer says 5."}',
    explanation: "The answer says 5.",
  });
});

test("what is not there makes no attribute", () => {
  const { capture } = createCapture();
  const empty = { ...capture.interaction({ query: null, chunks: [], answer: null }), ...capture.results({}) };
  expect(Object.values(empty).filter((value) => value !== undefined)).toEqual([]);
  expect(capture.explanation(undefined)).toBeUndefined();
});

test("chunks given to the generator stand in where none were retrieved", () => {
  const { capture } = createCapture();
  const attributes = capture.interaction({
    query: null,
    chunks: [],
    generatorChunks: [{ id: "g", text: "given" }],
    answer: null,
  });
  expect(attributes["rag.content.chunks"]).toBe('[{"id":"g","text":"given"}]');
});

test("the hook sees every text with its kind, before anything is cut, and only its result leaves", () => {
  const seen: [string, string][] = [];
  const redact = (text: string, kind: string): string => {
    seen.push([kind, text]);
    return `<${kind}>`;
  };
  const { capture } = createCapture({ redact, maxContentCharacters: 40 });
  const secret = `secret ${"x".repeat(100)}`;
  const captured = JSON.stringify([
    capture.interaction({ query: secret, chunks: [{ id: "1", text: secret }], answer: secret }),
    capture.results({
      groundedness: {
        outcome: { score: 1 },
        judge: "j/1",
        detail: {
          explanation: secret,
          claims: [{ text: secret, verdict: "supported", score: 1, evidence: secret, flags: [] }],
        },
      },
    }),
    capture.explanation(secret),
  ]);
  expect(captured).not.toContain("secret");
  expect(seen.every(([, text]) => text === secret)).toBe(true);
  expect(new Set(seen.map(([kind]) => kind))).toEqual(new Set(["query", "chunk", "answer", "claim", "explanation"]));
});

describe.each<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new Error("secret");
    },
  ],
  ["returns undefined", () => undefined],
  ["returns a number", () => 7],
  [
    "returns a promise that rejects",
    async () => {
      throw new Error("secret");
    },
  ],
])("a hook that %s", (_name, hook) => {
  test("drops the content, warns without quoting it, and leaks nothing", async () => {
    const { capture, warn } = createCapture({ redact: hook as ContentCaptureOptions["redact"] });
    expect(Object.values(everything(capture)).filter((value) => value !== undefined)).toEqual([]);
    expect(warn.mock.calls.map(([code]) => code)).toEqual(Array.from({ length: 6 }, () => "redact_failed"));
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/secret|limit/);
    await new Promise((resolve) => setImmediate(resolve));
  });
});

test("a hook that fails for one chunk drops all chunks, and nothing else", () => {
  const { capture } = createCapture({
    redact: (text) => (text === "Nothing." ? (undefined as unknown as string) : text),
  });
  const attributes = capture.interaction(interaction);
  expect(attributes["rag.content.chunks"]).toBeUndefined();
  expect(attributes["rag.content.query"]).toBe('"What is the limit?"');
});

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

test("values never pass the cap, are valid JSON, and hold no half of a surrogate pair", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc.constant("😀".repeat(30)),
    fc.constant('"\n\u0000'.repeat(20)),
  );
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 120 }), (one, more, cap) => {
      const { capture } = createCapture({ maxContentCharacters: cap });
      const detail = {
        explanation: one,
        claims: more.map((claim) => ({
          text: claim,
          verdict: "supported" as const,
          score: 1,
          evidence: one,
          flags: ["f"],
        })),
      };
      const attributes = {
        ...capture.interaction({
          query: one,
          chunks: more.map((chunk, index) => ({ id: `${index}`, text: chunk })),
          answer: more.join(""),
        }),
        ...capture.results({ groundedness: { outcome: { score: 1 }, judge: "j/1", detail } }),
      };
      for (const value of Object.values(attributes)) {
        if (typeof value !== "string") continue;
        expect(value.length).toBeLessThanOrEqual(cap);
        expect(() => JSON.parse(value) as unknown).not.toThrow();
      }
      const query = attributes["rag.content.query"];
      const read: unknown = typeof query === "string" ? JSON.parse(query) : "";
      expect(one.startsWith(read as string)).toBe(true);
      expect(isWellFormed(read as string) || !isWellFormed(one)).toBe(true);
      expect(capture.explanation(one)?.length).toBeLessThanOrEqual(cap);
    }),
  );
});

test("a cut never leaves half of a surrogate pair", () => {
  const { capture } = createCapture({ maxContentCharacters: 3 });
  expect(capture.explanation("😀😀")).toBe("😀");
  expect(capture.explanation("a😀😀")).toBe("a😀");
});

test("an entry that does not fit is cut, and those after it are left out", () => {
  const { capture } = createCapture({ maxContentCharacters: 60 });
  const chunks = [
    { id: "1", text: "short" },
    { id: "2", text: "a".repeat(100) },
    { id: "3", text: "b" },
  ];
  const value = capture.interaction({ query: null, chunks, answer: null })["rag.content.chunks"];
  expect(value).toHaveLength(60);
  expect(value).toMatch(/^\[\{"id":"1","text":"short"\},\{"id":"2","text":"a+"\}\]$/);
});
