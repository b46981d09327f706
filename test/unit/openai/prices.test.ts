import { expect, it } from "vitest";
import { usageOf, type TokenCounts } from "../../../src/openai/prices.ts";

const price = { inputUsdPerMillion: 2, cachedInputUsdPerMillion: 0.5, outputUsdPerMillion: 8 };

it.each<[string, TokenCounts, number | undefined]>([
  // (1,000 × 2 + 500 × 8) ÷ 1,000,000
  ["input and output", { input: 1_000, output: 500 }, 0.006],
  // (200 × 2 + 800 × 0.5 + 500 × 8) ÷ 1,000,000
  ["cached input", { input: 1_000, cachedInput: 800, output: 500 }, 0.0048],
  // 1,000 × 0.5 ÷ 1,000,000: a server that counts wrongly earns nobody money
  ["more cached than sent", { input: 1_000, cachedInput: 9_000, output: 0 }, 0.0005],
  ["no count of the input", { output: 500 }, undefined],
  ["no count of an output that costs", { input: 1_000 }, undefined],
  ["no counts", {}, undefined],
])("the cost of %s", (_, counts, cost) => {
  const used = usageOf(counts, price).cost;
  if (cost === undefined) expect(used).toBeUndefined();
  else expect(used).toBeCloseTo(cost, 12);
});

it("an embedding model's output costs nothing", () => {
  expect(usageOf({ input: 1_000_000 }, { inputUsdPerMillion: 0.02 })).toEqual({ inputTokens: 1_000_000, cost: 0.02 });
});

it("without a price there is no cost, and without a count no tokens", () => {
  expect(usageOf({ input: 3 }, undefined)).toEqual({ inputTokens: 3 });
  expect(usageOf({}, undefined)).toEqual({});
});
