import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Vector } from "../../../../src/judge/embedder.ts";
import { embeddingJudges } from "../../../../src/judge/embedding/embedding-judges.ts";
import { textWindows } from "../../../../src/judge/embedding/text-windows.ts";
import { cosine, meanDirection, unitVector } from "../../../../src/judge/embedding/unit-vector.ts";
import { createScriptedEmbedder } from "../../../../src/testing/index.ts";
import { anInteraction, judgeBy } from "./judge-by-vectors.ts";

describe("textWindows", () => {
  it("cuts between sentences", () => {
    const text = "Dr. Smith paid 3.5 euros. The rest is free. Nobody else came! 他来了。我走了。";
    expect(textWindows(text, 45)).toEqual([
      "Dr. Smith paid 3.5 euros. The rest is free.",
      "Nobody else came! 他来了。我走了。",
    ]);
    expect(textWindows(text, 100)).toEqual([text]);
  });

  it("cuts a sentence that is too long between words, and a word between characters", () => {
    expect(textWindows("one two three four", 9)).toEqual(["one two", "three", "four"]);
    expect(textWindows("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    expect(textWindows("😀😀😀", 3)).toEqual(["😀", "😀", "😀"]);
  });
});

describe("a text beyond maxTextCharacters", () => {
  const long = `${"Half of it is about one thing. ".repeat(4)}${"Other. ".repeat(9)}`;

  it("has the mean direction of its windows by their length", async () => {
    const embedder = createScriptedEmbedder({
      vectors: (text) => (text === "query" || text.startsWith("Half") ? [1, 0] : [0, 1]),
    });
    const judges = embeddingJudges({ embedder, maxTextCharacters: 124 });
    const { result } = await judgeBy(judges, "context_relevance", anInteraction([long]));
    const [first, second, ...more] = embedder.calls.find(({ kind }) => kind === "passage")?.texts ?? [];
    expect([first?.length, second?.length, more]).toEqual([123, 62, []]);
    // The direction of (123, 62): 123 ÷ √(123² + 62²) = 0.89299
    expect(result.outcome).toEqual({ score: 0.893 });
  });

  it("has no direction when only rounding is left of its windows", () => {
    const [one, other] = [unitVector([1, 2, 3]), unitVector([-10, -20, -30.000_01])];
    if (one === undefined || other === undefined) throw new Error("no direction");
    const mean = (weight: number) =>
      meanDirection([
        { vector: one, weight: 500 },
        { vector: other, weight },
      ]);
    expect(mean(500)).toBeUndefined();
    expect(cosine(mean(400) ?? other, one)).toBeCloseTo(1, 5);
  });

  it("is refused when its windows cancel each other out", async () => {
    const embedder = createScriptedEmbedder({
      vectors: (text) => (text === "query" || text.startsWith("a") ? [1, 0] : [-1, 0]),
    });
    const judges = embeddingJudges({ embedder, maxTextCharacters: 100 });
    const failure = judgeBy(judges, "context_relevance", anInteraction(["a".repeat(100) + "b".repeat(100)]));
    await expect(failure).rejects.toMatchObject({ reason: "judge_invalid_output", code: "vector_unusable" });
  });
});

describe("unitVector", () => {
  it.each([
    ["64-bit floats", Float64Array.of(3, 4)],
    ["integers of a quantised model", Int8Array.of(3, 4)],
    // As under Jest, where a library's arrays are not those of the test's realm.
    ["floats of another realm", runInNewContext("Float32Array.of(3, 4)") as Float32Array],
    ["an array of another realm", runInNewContext("[3, 4]") as number[]],
  ])("takes %s", (_, vector) => {
    const [x, y] = unitVector(vector as unknown as Vector) ?? [];
    expect(x).toBeCloseTo(0.6, 6);
    expect(y).toBeCloseTo(0.8, 6);
  });

  it.each([[{ length: 2, 0: 1, 1: 1 }], [new DataView(new ArrayBuffer(8))], [BigInt64Array.of(1n)], ["12"], [null]])(
    "finds no direction in %o",
    (value) => {
      expect(unitVector(value as unknown as Vector)).toBeUndefined();
    },
  );
});
