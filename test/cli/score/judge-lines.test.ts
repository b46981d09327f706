import { afterEach, describe, expect, it } from "vitest";
import type { Clock } from "../../../src/core/clock.ts";
import type { CpuExecutor } from "../../../src/core/cpu-executor.ts";
import { createSystemClock } from "../../../src/node/system-clock.ts";
import { systemRandom } from "../../../src/node/system-random.ts";
import { createWorkerExecutor } from "../../../src/node/worker-executor.ts";
import { createJudgeScoring } from "../../../src/cli/score/judge-lines.ts";
import { rowFormats } from "../../../src/cli/score/row-formats.ts";
import { scoreLines } from "../../../src/cli/score/score-lines.ts";
import type { LineScoring } from "../../../src/cli/score/line-scoring.ts";
import { createTally } from "../../../src/cli/score/tally.ts";
import { scriptedJudges } from "../fixtures/scripted-judges.ts";

const clock = createSystemClock();
let scoring: LineScoring | undefined;
afterEach(() => scoring?.close());

/** Scores interactions with these answers on real worker threads; the outcomes of groundedness, and what was warned of. */
async function score(answers: readonly string[]) {
  const warned: string[] = [];
  const executor = createWorkerExecutor({ clock, workers: 2, warn: (code) => warned.push(code) });
  scoring = createJudgeScoring({
    judges: scriptedJudges(),
    executor,
    clock,
    random: systemRandom,
    concurrency: 4,
    timeoutMs: 60_000,
    warn: (code) => warned.push(code),
  });
  async function* lines() {
    for (const [index, answer] of answers.entries()) {
      const text = JSON.stringify({ id: index, query: "q", contexts: ["c"], answer });
      yield { number: index + 1, bytes: text.length, text };
    }
  }
  let written = "";
  await scoreLines(lines(), {
    scoring,
    format: rowFormats.jsonl,
    output: { write: async (text) => void (written += text) },
    reporter: { say: async (text) => void warned.push(text), progress: async () => {} },
    tally: createTally(),
    onError: "fail",
    maxInFlight: 8,
    cancel: () => {},
  });
  const rows = written
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map((row) => row.id)).toEqual([...answers.keys()]);
  return {
    outcomes: rows.map((row) => row.groundedness.score ?? [row.groundedness.reason, row.groundedness.errorType]),
    warned,
  };
}

describe("createJudgeScoring on worker threads", () => {
  it("goes on after a line that kills its worker, which alone is judge_error", async () => {
    const { outcomes, warned } = await score(["0.1", "0.2", "die", "0.3", "0.4", "die", "0.5", "0.6", "0.7"]);
    const died = ["judge_error", "worker_died"];
    expect(outcomes).toEqual([0.1, 0.2, died, 0.3, 0.4, died, 0.5, 0.6, 0.7]);
    expect(warned).toEqual(["worker_died", "worker_died"]);
  });

  it("goes on after a line whose judge throws", async () => {
    expect(await score(["0.1", "throw", "7", "0.2"])).toEqual({
      outcomes: [0.1, ["judge_error", "TypeError"], ["judge_invalid_output", undefined], 0.2],
      warned: [],
    });
  });

  it("ends an interaction whose judge hangs, and goes on", async () => {
    const deadlines: (() => void)[] = [];
    const byHand: Clock = { ...clock, schedule: (callback) => (deadlines.push(callback), () => {}) };
    const executor = createWorkerExecutor({ clock, workers: 2 });
    const running = createJudgeScoring({
      judges: scriptedJudges(),
      executor,
      clock: byHand,
      random: systemRandom,
      concurrency: 4,
      timeoutMs: 1,
    });
    scoring = running;
    const outcomeOf = async (answer: string) => {
      const results = await running.score({
        id: answer,
        query: "q",
        retrieval: "succeeded",
        chunks: [{ id: "0", text: "c" }],
        answer,
      });
      return results.groundedness.outcome;
    };
    const hanging = outcomeOf("hang");
    expect(await Promise.all(["0.1", "0.2", "0.3"].map(outcomeOf))).toEqual([
      { score: 0.1 },
      { score: 0.2 },
      { score: 0.3 },
    ]);
    deadlines[0]?.();
    expect(await hanging).toEqual({ reason: "judge_timeout" });
    expect(await Promise.all(["0.4", "0.5"].map(outcomeOf))).toEqual([{ score: 0.4 }, { score: 0.5 }]);
  });
});

describe("createJudgeScoring", () => {
  it("hands over a bounded number at once, each with the whole time", async () => {
    const answers: (() => void)[] = [];
    const deadlines: number[] = [];
    const executor: CpuExecutor = {
      execute: () => new Promise((resolve) => answers.push(() => resolve({ kind: "failed", errorType: "none" }))),
      keepAlive() {},
      async close() {},
    };
    const manual: Clock = { ...clock, schedule: (_callback, delayMs) => (deadlines.push(delayMs), () => {}) };
    const bounded = createJudgeScoring({
      judges: scriptedJudges(),
      executor,
      clock: manual,
      random: systemRandom,
      concurrency: 2,
      timeoutMs: 500,
    });
    const interaction = { id: "1", query: "q", retrieval: "none", chunks: [], answer: "a" } as const;
    const all = Promise.all([1, 2, 3].map(() => bounded.score(interaction)));
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await settle();
    expect([answers.length, deadlines]).toEqual([2, [500, 500]]);
    answers[0]?.();
    await settle();
    expect([answers.length, deadlines]).toEqual([3, [500, 500, 500]]);
    for (const answer of answers) answer();
    await all;
  });
});
