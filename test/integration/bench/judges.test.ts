import { expect, it } from "vitest";
import { benchJudges } from "../../../bench/judges/bench-judges.ts";

it("the benchmark of the judges measures what it says it does", async () => {
  const lines: string[] = [];
  const { overhead, nli, tokens } = await benchJudges((line) => lines.push(line), { requests: 2 });
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
  expect(lines).toHaveLength(8);
});
