import type { RuleContext } from "../context.ts";

const ofService = {
  pipeline: "",
  intent: " {{rag_intent_class}}",
  slice: " {{rag_intent_class}} {{rag_model_version}}",
} as const;

/** The name of a series, as alerts write it: `job/pipeline`, the labels that all rules keep, and what else the level has. */
export function legend({ settings }: RuleContext, level: keyof typeof ofService): string {
  const kept = settings.labels.map((label) => ` (${label}={{${label}}})`);
  return `{{job}}/{{rag_pipeline}}${kept.join("")}${ofService[level]}`;
}

/** The name of a series of scores: two judges are never one. */
export function judgedLegend(context: RuleContext, level: keyof typeof ofService): string {
  return `${legend(context, level)} (${"{{rag_judge}}"})`;
}
