import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Interaction } from "rag-triad";
import { demoInteractions, interactionOf } from "../../bench/judges/interactions.ts";
import { measureTokenUse, totalUse, type TokenUse } from "../../bench/judges/token-use.ts";
import { examplePrices as prices } from "../../bench/judges/usd.ts";
import { typicalRequests } from "../../bench/workload.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** The numbers of the README's table row that begins so. */
function rowOf(beginning: string): readonly number[] {
  const row = readme.split("\n").find((line) => line.startsWith(`| ${beginning}`));
  return (row ?? "")
    .split("|")
    .slice(2, -1)
    .map((cell) => Number(cell.replaceAll(",", "")));
}

/** Within 5 %: a prompt may be polished, not changed without the table. */
function expectNear(stated: number | undefined, measured: number): void {
  expect(stated).toBeGreaterThan(measured * 0.95);
  expect(stated).toBeLessThan(measured * 1.05);
}

it.each<[string, () => Promise<readonly Interaction[]>]>([
  ["5 chunks of 200 words", async () => typicalRequests(60).map(interactionOf)],
  ["the demo's 132", demoInteractions],
])("the README's tokens and cost are those of the judges' prompts: %s", async (row, interactions) => {
  const use: TokenUse = await measureTokenUse(await interactions());
  const { calls, inputTokens, outputTokens } = totalUse(use);
  const [statedCalls, input = 0, output = 0, embedded = 0, usd] = rowOf(row);
  expect(statedCalls).toBeCloseTo(calls, 1);
  expectNear(input, inputTokens);
  expectNear(output, outputTokens);
  expectNear(embedded, use.embeddedTokens);
  expect(usd).toBe(Math.round(input * prices.input + output * prices.output + embedded * prices.embedding));
});

it("the README's prices are those that the benchmark reckons with", () => {
  const [, ...stated] = /Prices of the example: USD ([\d.]+), ([\d.]+) and ([\d.]+),/.exec(readme) ?? [];
  expect(stated.map(Number)).toEqual([prices.input, prices.output, prices.embedding]);
});

it("the README's tokens of the embedding judges are measured, too", async () => {
  const { embedding } = await measureTokenUse(typicalRequests(60).map(interactionOf));
  const [, all = "", answer = ""] = /same 5 chunks: ([\d,]+) tokens, ([\d,]+) when/.exec(readme) ?? [];
  expectNear(Number(all.replaceAll(",", "")), embedding.allTokens);
  expectNear(Number(answer.replaceAll(",", "")), embedding.answerTokens);
  const [, low, high] = /USD per million requests \| 0 \| (\d+) to (\d+) \|/.exec(readme) ?? [];
  expect(Number(low)).toBe(Math.round(embedding.answerTokens * prices.embedding));
  expect(Number(high)).toBe(Math.round(embedding.allTokens * prices.embedding));
});
