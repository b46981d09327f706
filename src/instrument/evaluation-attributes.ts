import type { ContentTargets, ResolvedRagTriadOptions } from "../config/resolved-options.ts";
import { keys } from "../telemetry/attributes.ts";
import { createContentCapture } from "../telemetry/content.ts";
import { evaluationAttributes } from "../telemetry/evaluation-attributes.ts";
import { completionAttributes } from "../telemetry/span-attributes.ts";
import type { EvaluationAttributes } from "./evaluations.ts";
import type { Warn } from "./warnings.ts";

/** What evaluations become attributes of: numbers and labels always, content only where it is captured. */
export function createEvaluationAttributes(
  options: Pick<ResolvedRagTriadOptions, "contentTargets" | "redact" | "maxContentCharacters">,
  warn: Warn,
): EvaluationAttributes {
  const { redact, maxContentCharacters } = options;
  const capture = (target: keyof ContentTargets) =>
    createContentCapture({ captureContent: options.contentTargets[target], redact, maxContentCharacters, warn });
  const onSpans = capture("spans");
  const onEvents = capture("events");
  return {
    completed: (facts, interaction, slice) => ({
      ...completionAttributes({
        slice,
        chunkCount: interaction.retrieval === "none" ? undefined : interaction.chunks.length,
        refusal: interaction.answer === null ? undefined : facts.refusal,
      }),
      ...onSpans.interaction(interaction),
    }),
    status: (status) => ({ [keys.evaluationStatus]: status }),
    evaluated: (event) => ({ ...evaluationAttributes(event), ...onSpans.results(event.results) }),
    explanation: (result) => onEvents.explanation(result.detail?.explanation),
  };
}
