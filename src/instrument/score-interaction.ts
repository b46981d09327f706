import type { Interaction } from "../core/interaction.ts";
import type { JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { MetricResults } from "../core/scoring-job.ts";
import { embeddedJudges } from "../judge/embedded/embedded-judges.ts";
import { createSystemClock } from "../node/system-clock.ts";
import { systemRandom } from "../node/system-random.ts";
import { scoreInteraction as score } from "../scoring/score-interaction.ts";

/** What {@link scoreInteraction} takes. */
export interface ScoreOptions {
  readonly interaction: Interaction;
  /** @default embeddedJudges() */
  readonly judges?: JudgeSet;
  /** The metrics to score. @default every metric that has a judge */
  readonly metrics?: readonly MetricId[];
  /** Ends the judging: what is open then is `judge_timeout`. */
  readonly signal?: AbortSignal;
}

/**
 * Scores one interaction outside any triad: no spans, no metrics, on this thread. Every metric gets a score in [0, 1]
 * or a reason; never rejects.
 */
export function scoreInteraction(options: ScoreOptions): Promise<MetricResults> {
  const judges = options.judges ?? embeddedJudges();
  return score({
    interaction: options.interaction,
    judges,
    metrics: options.metrics ?? Object.keys(judges),
    signal: options.signal ?? new AbortController().signal,
    clock: createSystemClock(),
    random: systemRandom,
  });
}
