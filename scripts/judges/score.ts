import type { Interaction } from "../../src/core/interaction.ts";
import type { Judge, JudgeSet } from "../../src/core/judge.ts";
import type { TriadMetric } from "../../src/core/metric.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { unmetPrecondition } from "../../src/core/preconditions.ts";
import { createSystemClock } from "../../src/node/system-clock.ts";
import { systemRandom } from "../../src/node/system-random.ts";

/** What one metric of one interaction came to, preconditions first, as the product does it. */
export async function outcomeOf(
  judges: JudgeSet,
  metric: TriadMetric,
  interaction: Interaction,
  shared = new Map<symbol, unknown>(),
): Promise<Outcome> {
  const unmet = unmetPrecondition(metric, interaction);
  if (unmet !== undefined) return { reason: unmet };
  const judge: Judge | undefined = judges[metric];
  if (judge === undefined) throw new Error(`No judge for ${metric}`);
  return (
    await judge.judge(interaction, {
      signal: new AbortController().signal,
      shared,
      clock: createSystemClock(),
      random: systemRandom,
      delegate: () => Promise.reject(new Error("Only judges without members are measured")),
      note: () => undefined,
    })
  ).outcome;
}
