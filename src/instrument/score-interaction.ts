import type { Clock } from "../core/clock.ts";
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
 * or a reason; never rejects. The process stays alive until then.
 */
export function scoreInteraction(options: ScoreOptions): Promise<MetricResults> {
  const judges = options.judges ?? embeddedJudges();
  return score({
    interaction: options.interaction,
    judges,
    metrics: options.metrics ?? Object.keys(judges),
    signal: options.signal ?? new AbortController().signal,
    clock: createWaitedForClock(),
    random: systemRandom,
  });
}

/** The machine's time, for someone who awaits what it is for: waits of policies and time limits keep the process alive. */
function createWaitedForClock(): Clock {
  const clock = createSystemClock();
  return { ...clock, schedule: (callback, delayMs) => clock.schedule(callback, delayMs, { keepAlive: true }) };
}
