import type { Judge, JudgeSet } from "../../../../src/core/judge.ts";
import type { MetricResults } from "../../../../src/core/scoring-job.ts";
import type { Slice } from "../../../../src/core/slice.ts";
import { abortReason } from "../../../../src/scoring/abort-reason.ts";
import { scoreInteraction } from "../../../../src/scoring/score-interaction.ts";
import { createManualClock } from "../../../../src/testing/manual-clock.ts";
import { anInteraction } from "../../../fixtures/judges/interactions.ts";
import { evenRandom } from "../../../helpers/judge-context.ts";

/** Scores an interaction with a set, by a deadline of ten seconds, as the product does. */
export async function scoreWith(
  judges: JudgeSet,
  options: { readonly id?: string; readonly slice?: Slice; readonly withoutDeadline?: true } = {},
): Promise<MetricResults> {
  const clock = createManualClock();
  const abort = new AbortController();
  const deadlineMs = 10_000;
  if (options.withoutDeadline === undefined)
    clock.schedule(() => abort.abort(abortReason("judge_timeout")), deadlineMs);
  const scoring = scoreInteraction({
    interaction: anInteraction({ id: options.id ?? "interaction-1" }),
    metrics: Object.keys(judges),
    judges,
    signal: abort.signal,
    ...(options.withoutDeadline === undefined && { deadlineMs }),
    ...(options.slice !== undefined && { slice: options.slice }),
    clock,
    random: evenRandom,
  });
  await clock.advance(60_000);
  return scoring;
}

/** The judge of groundedness in a set. */
export function groundednessOf(judges: JudgeSet): Judge {
  const judge = judges["groundedness"];
  if (judge === undefined) throw new Error("No judge for groundedness");
  return judge;
}
