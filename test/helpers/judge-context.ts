import type { JudgeContext } from "../../src/core/judge.ts";
import type { Random } from "../../src/core/random.ts";
import { createManualClock } from "../../src/testing/manual-clock.ts";

/** Chance that has no say: always in the middle. */
export const evenRandom: Random = () => 0.5;

/** What a judge is given when a test asks it by itself: nothing aborted, nothing shared, time that stands still. */
export function aJudgeContext(changes: Partial<JudgeContext> = {}): JudgeContext {
  const context: JudgeContext = {
    signal: new AbortController().signal,
    shared: new Map(),
    clock: createManualClock(),
    random: evenRandom,
    delegate: (member, interaction) => member.judge(interaction, context),
    note: () => undefined,
    ...changes,
  };
  return context;
}
