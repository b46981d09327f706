import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBm25 } from "../../../examples/demo/retrieval/bm25.ts";

const passages = ["red apple", "green apple apple", "blue sky over green hills and long valleys"].map((text) => ({
  text,
}));

describe("createBm25", () => {
  it("computes the published formula", () => {
    const index = createBm25(passages);
    // In terms: "and" is a stop word.
    const lengths = [2, 3, 7];
    const average = lengths.reduce((sum, length) => sum + length, 0) / 3;
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const expected = (frequency: number, length: number): number =>
      (idf * frequency * 2.2) / (frequency + 1.2 * (1 - 0.75 + (0.75 * length) / average));
    const hits = index.search("apple", 10);
    expect(hits.map(({ item }) => item.text)).toEqual(["green apple apple", "red apple"]);
    expect(hits[0]?.score).toBeCloseTo(expected(2, 3), 10);
    expect(hits[1]?.score).toBeCloseTo(expected(1, 2), 10);
    expect(index.idf("apple")).toBeCloseTo(idf, 10);
    expect(index.idf("nowhere")).toBeCloseTo(Math.log(1 + 3.5 / 0.5), 10);
  });

  it("ignores the length with b = 0 and the frequency with k1 = 0", () => {
    const [longer, shorter] = createBm25(passages, { b: 0 }).search("green", 2);
    expect(longer?.score).toBe(shorter?.score);
    const scores = createBm25(passages, { k1: 0 })
      .search("apple", 2)
      .map(({ score }) => score);
    expect(scores[0]).toBe(scores[1]);
  });

  it("finds nothing for a query that shares no term", () => {
    expect(createBm25(passages).search("submarine", 5)).toEqual([]);
    expect(createBm25([]).search("apple", 5)).toEqual([]);
  });

  it("is sorted, positive, finite and within the limit for any texts", () => {
    const words = fc
      .array(fc.constantFrom("alpha", "beta", "gamma", "检索", "增强"), { maxLength: 8 })
      .map((list) => list.join(" "));
    fc.assert(
      fc.property(
        fc.array(
          words.map((text) => ({ text })),
          { maxLength: 8 },
        ),
        words,
        fc.nat(5),
        (items, query, limit) => {
          const scores = createBm25(items)
            .search(query, limit)
            .map(({ score }) => score);
          expect(scores.length).toBeLessThanOrEqual(limit);
          expect(scores).toEqual(scores.toSorted((left, right) => right - left));
          expect(scores.every((score) => Number.isFinite(score) && score > 0)).toBe(true);
        },
      ),
    );
  });
});
