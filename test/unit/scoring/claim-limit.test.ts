import { expect, it } from "vitest";
import { claimLimit, verdictCountsOf, type Judge } from "../../../src/core/judge.ts";
import { scoreInteraction } from "../../../src/scoring/score-interaction.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { evenRandom } from "../../helpers/judge-context.ts";
import { anInteraction } from "../../fixtures/judges/interactions.ts";

function judgeWith(claimCount: number): Judge {
  const claims = Array.from({ length: claimCount }, (_, index) => ({
    text: `claim ${index}`,
    verdict: index === claimCount - 1 ? ("contradicted" as const) : ("supported" as const),
    score: 1,
    flags: [],
  }));
  return {
    metric: "groundedness",
    name: "many",
    version: "1",
    thresholds: { warning: 0.8, page: 0.7 },
    judge: async () => ({ outcome: { score: 1 }, judge: "many/1", detail: { claims } }),
  };
}

async function detailOf(claimCount: number) {
  const results = await scoreInteraction({
    interaction: anInteraction(),
    metrics: ["groundedness"],
    judges: { groundedness: judgeWith(claimCount) },
    signal: new AbortController().signal,
    clock: createManualClock(),
    random: evenRandom,
  });
  return results.groundedness?.detail;
}

it("a result carries so many claims, and counts them all", async () => {
  const cut = await detailOf(claimLimit + 500);
  expect(cut?.claims).toHaveLength(claimLimit);
  expect(cut?.claimCounts).toEqual({ supported: claimLimit + 499, contradicted: 1, unsupported: 0 });
  const whole = await detailOf(claimLimit);
  expect(whole?.claims).toHaveLength(claimLimit);
  expect(whole?.claimCounts).toBeUndefined();
  expect(verdictCountsOf(whole)).toEqual({ supported: claimLimit - 1, contradicted: 1, unsupported: 0 });
});

it("a judge that names neither itself nor a member has given no result", async () => {
  const judge = judgeWith(1);
  const results = await scoreInteraction({
    interaction: anInteraction(),
    metrics: ["groundedness"],
    judges: { groundedness: { ...judge, judge: async () => ({ outcome: { score: 1 }, judge: "someone/7" }) } },
    signal: new AbortController().signal,
    clock: createManualClock(),
    random: evenRandom,
  });
  expect(results.groundedness).toMatchObject({ outcome: { reason: "judge_invalid_output" }, judge: "many/1" });
});
