import type { Interaction } from "../../core/interaction.ts";
import type { Judge, JudgeContext, JudgeResult } from "../../core/judge.ts";

/** What a combined judge is made of. */
export interface Combination {
  readonly name: "fallback" | "split" | "shadow" | "route";
  /** The first one's thresholds are the combined judge's. They hold for nothing: a score is always a member's. */
  readonly members: readonly [Judge, ...Judge[]];
  readonly judge: (interaction: Interaction, context: JudgeContext) => Promise<JudgeResult>;
}

/**
 * The version of all combined judges. It stays the same whatever they are made of: a score carries the id of the member
 * that gave it, and only where no member was asked or none answered does the combined judge's id stand for all of them.
 */
const version = "1";

/** Makes a judge that asks others. */
export function combinedJudge({ name, members, judge }: Combination): Judge {
  const [{ metric, thresholds }] = members;
  return { metric, name, version, thresholds, members, judge };
}
