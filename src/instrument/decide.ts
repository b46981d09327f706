import type { SampleRatio } from "../config/options.ts";
import { sampleRatioOf } from "../config/resolved-options.ts";
import type { RequestOutcome } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
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
export function reasonNotToJudge(metric: MetricId, input: DecisionInput): UnscoredReason | undefined {
  if (input.cutOff) return "shutdown";
  if (input.outcome === "error") return "request_error";
  if (input.outcome === "abandoned") return "abandoned";
  if (!input.evaluate || !isSampled(input.interaction.id, sampleRatioOf(input.sampleRatio, metric)))
    return "not_sampled";
  return unmetPrecondition(metric, input.interaction);
}
