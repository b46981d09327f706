import { describe, expect, it } from "vitest";
import { batchesOf } from "../../../../src/judge/nli/batches.ts";

const batches = (lengths: readonly number[], maxTokens: number) => batchesOf(lengths, (length) => length, maxTokens);

describe("batches", () => {
  it("have at most so many tokens, padding counted, longest first", () => {
    // 4 · 10 = 40 fits; a fifth would make it 50.
    expect(batches([5, 10, 5, 10, 5, 10], 40)).toEqual([
      [10, 10, 10, 5],
      [5, 5],
    ]);
  });

  it("run alone what is longer than the bound", () => {
    expect(batches([100, 3, 3], 10)).toEqual([[100], [3, 3]]);
  });

  it("are none for nothing", () => {
    expect(batches([], 10)).toEqual([]);
  });
});
