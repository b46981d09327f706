import { expect, it } from "vitest";
import { benchJudges } from "../../../bench/judges/bench-judges.ts";
import { totalUse } from "../../../bench/judges/token-use.ts";

it("the benchmark of the judges measures what it says it does", async () => {
  const lines: string[] = [];
  const { overhead, nli, tokens, usdPerMillionRequests } = await benchJudges((line) => lines.push(line), {
    requests: 2,
  });
  for (const { judgedMs, byHandMs, addedMs, ratio } of Object.values(overhead)) {
    expect(byHandMs).toBeGreaterThan(0);
    expect(judgedMs).toBeGreaterThan(byHandMs);
    expect(addedMs).toBeCloseTo(judgedMs - byHandMs, 1);
    expect(ratio).toBeGreaterThan(1);
  }
  expect(nli).toMatchObject({ model: "tiny", pairs: 64 });
  expect(nli.pairsPerCpuSecond).toBeGreaterThan(0);
  expect(tokens.demo.interactions).toBe(132);
  // One call a metric: nothing was asked twice, so that replaying the replies is judging.
  for (const { calls } of Object.values(tokens.typical.byMetric)) expect(calls).toBe(1);
  const { llm, embedding } = usdPerMillionRequests.typical;
  const { inputTokens, outputTokens } = totalUse(tokens.typical);
  // gpt-5-mini's USD 0.25 and 2.00, and 0.02 of the embedding model, per million tokens.
  const [input, output, embedded, all, answer] = [
    inputTokens,
    outputTokens,
    tokens.typical.embeddedTokens,
    tokens.typical.embedding.allTokens,
    tokens.typical.embedding.answerTokens,
  ].map(Math.round) as [number, number, number, number, number];
  expect(llm).toBeCloseTo(input * 0.25 + output * 2 + embedded * 0.02, 2);
  expect(embedding).toEqual({ all: expect.closeTo(all * 0.02, 2), answer: expect.closeTo(answer * 0.02, 2) });
  expect(lines).toHaveLength(11);
  expect(lines).toContain("USD per million requests, at USD 0.25 in, 2 out and 0.02 embedded per million tokens:");
  expect(lines.at(-1)).toMatch(
    new RegExp(`^ {2}typical: LLM judges ${llm.toFixed(0)}; embedding judges ${embedding.all.toFixed(0)}, `),
  );
});
