/** Names of series, as alerts write them. */
export const legends = {
  pipeline: "{{job}}/{{rag_pipeline}}",
  intent: "{{job}}/{{rag_pipeline}} {{rag_intent_class}}",
  slice: "{{job}}/{{rag_pipeline}} {{rag_intent_class}} {{rag_model_version}}",
} as const;

/** The name of a series of scores: two judges are never one. */
export function judgedLegend(level: keyof typeof legends): string {
  return `${legends[level]} (${"{{rag_judge}}"})`;
}
