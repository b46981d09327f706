import { describe, expect, it } from "vitest";
import { readRecorded } from "../../../examples/demo/playback/recorded.ts";
import { createRecordedPipeline } from "../../../examples/demo/playback/recorded-pipeline.ts";
import type { CorruptionKind } from "../../../examples/demo/corruption/corrupt.ts";

describe("readRecorded", () => {
  it("reads what `rag-triad score` reads", () => {
    expect(
      readRecorded('{"id": 7, "query": "q", "contexts": ["c"], "answer": "a", "label": 1, "more": true}', 1),
    ).toEqual({
      id: "7",
      query: "q",
      chunks: [{ id: "0", text: "c", rank: 0 }],
      answer: "a",
      label: 1,
    });
    expect(readRecorded('{"query": null, "answer": null}', 3)).toEqual({
      id: "3",
      query: null,
      chunks: undefined,
      answer: null,
      label: undefined,
    });
    expect(readRecorded('{"query": "q", "contexts": [], "answer": "a"}', 1).chunks).toEqual([]);
  });

  it("hands over whole what is too long, for the triad to refuse", () => {
    const answer = "y".repeat(300_000);
    const { answer: read, chunks } = readRecorded(JSON.stringify({ query: "q", contexts: ["c"], answer }), 1);
    expect(read).toBe(answer);
    expect(chunks).toEqual(["c"]);
  });

  it.each(["nonsense", "[]", '{"query": "q"}', '{"query": "q", "contexts": [1], "answer": "a"}'])(
    "refuses %s",
    (line) => {
      expect(() => readRecorded(line, 1)).toThrow(/must be/);
    },
  );
});

describe("createRecordedPipeline", () => {
  const recorded = readRecorded(
    JSON.stringify({ id: "1", query: "q", contexts: ["It is 30 days."], answer: "It is  30 days.\nAnd more." }),
    1,
  );

  async function textOf(share: number, kinds: CorruptionKind[]): Promise<string> {
    const { generate } = createRecordedPipeline({ share, seed: "test" });
    let text = "";
    for await (const part of generate(recorded, (kind) => kinds.push(kind))) text += part;
    return text;
  }

  it("streams the recorded answer to the letter", async () => {
    const kinds: CorruptionKind[] = [];
    expect(await textOf(0, kinds)).toBe(recorded.answer);
    expect(kinds).toEqual([]);
  });

  it("corrupts when told so, and says how", async () => {
    const kinds: CorruptionKind[] = [];
    expect(await textOf(1, kinds)).not.toBe(recorded.answer);
    expect(kinds).toHaveLength(1);
  });
});
