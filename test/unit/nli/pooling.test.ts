import { describe, expect, it } from "vitest";
import { pool, toUnit, weightedMean } from "../../../src/nli/embedder/pooling.ts";

// Two rows of three tokens of two numbers; the second row has two tokens, and padding that must not count.
const output = { data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 900, 900), dims: [2, 3, 2] };

describe("pooling", () => {
  it("takes the mean of a row's own tokens, without its padding", () => {
    expect([...pool(output, 0, 3, "mean")]).toEqual([3, 4]);
    expect([...pool(output, 1, 2, "mean")]).toEqual([8, 9]);
  });

  it("takes the first token", () => {
    expect([...pool(output, 1, 2, "cls")]).toEqual([7, 8]);
  });

  it("leaves what the model has pooled as it is", () => {
    expect([...pool({ data: Float32Array.of(1, 2, 3, 4), dims: [2, 2] }, 1, 9, "mean")]).toEqual([3, 4]);
  });
});

describe("the vector of a text in parts", () => {
  it("is the mean of the parts' unit vectors, by their tokens", () => {
    const parts = [Float64Array.of(2, 0), Float64Array.of(0, 5)];
    expect([...weightedMean(parts, [30, 10])]).toEqual([0.75, 0.25]);
  });

  it("is scaled to length 1, but for zeros", () => {
    expect([...toUnit(Float64Array.of(3, 4))]).toEqual([0.6, 0.8]);
    expect([...toUnit(Float64Array.of(0, 0))]).toEqual([0, 0]);
  });
});
