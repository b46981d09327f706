import type { SampleRatio } from "../config/options.ts";
import { sampleRatioOf } from "../config/resolved-options.ts";
import type { RequestOutcome } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import type { Judge } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import { unmetPrecondition } from "../core/preconditions.ts";
import { isSampled } from "../core/sampling.ts";

/** What is known of a complete request before any judge is asked. */
export interface DecisionInput {
  readonly interaction: Interaction;
  readonly outcome: RequestOutcome;
  /** The triad shut down before the request was complete. */
  readonly cutOff: boolean;
  /** The request's own `evaluate`. */
  readonly evaluate: boolean;
  readonly sampleRatio: SampleRatio;
}

/** Why a metric is not judged, or `undefined` when a judge is to be asked. What became of the request comes first, then sampling, then the interaction. */
function reasonNotToJudge(metric: MetricId, input: DecisionInput): UnscoredReason | undefined {
  if (input.cutOff) return "shutdown";
  if (input.outcome === "error") return "request_error";
  if (input.outcome === "abandoned") return "abandoned";
  if (!input.evaluate || !isSampled(input.interaction.id, sampleRatioOf(input.sampleRatio, metric)))
    return "not_sampled";
  return unmetPrecondition(metric, input.interaction);
}

/** What is decided about each metric of a request before its slice is known. */
export interface Decisions {
  readonly judged: readonly Judge[];
  readonly unscored: readonly (readonly [Judge, UnscoredReason])[];
  /** Whether it is evaluated at all, or was left out by sampling. */
  readonly isEvaluated: boolean;
}

/** Decides about every judge's metric. */
export function decide(judges: readonly Judge[], input: DecisionInput): Decisions {
  const judged: Judge[] = [];
  const unscored: (readonly [Judge, UnscoredReason])[] = [];
  for (const judge of judges) {
    const reason = reasonNotToJudge(judge.metric, input);
    if (reason === undefined) judged.push(judge);
    else unscored.push([judge, reason]);
  }
  return {
    judged,
    unscored,
    isEvaluated: judged.length > 0 || unscored.some(([, reason]) => reason !== "not_sampled"),
  };
}
