import type { RuleContext } from "../context.ts";
import { keptVariable } from "../kept-variable.ts";

/** The variables of the dashboards, and the labels that they select. */
const labelsOf = {
  job: "job",
  pipeline: "rag_pipeline",
  intent: "rag_intent_class",
  model: "rag_model_version",
  judge: "rag_judge",
} as const;

/** A variable that selects values of a label. */
export type LabelVariable = keyof typeof labelsOf;

/** The label of a variable. */
export function labelOf(variable: LabelVariable): string {
  return labelsOf[variable];
}

const perLevel = {
  pipeline: ["job", "pipeline"],
  intent: ["job", "pipeline", "intent"],
  slice: ["job", "pipeline", "intent", "model"],
} as const;

/** What a query is about; its labels are what it can be selected by, besides those that all rules keep. */
export type SelectorLevel = keyof typeof perLevel;

/** A variable and the label that it selects by. */
export interface Choice {
  readonly variable: string;
  readonly label: string;
}

/** Those variables; the service's is followed by those of the labels that all rules keep, since they name a service too. */
export function choicesOf({ settings }: RuleContext, variables: readonly LabelVariable[]): readonly Choice[] {
  return variables.flatMap((variable) => [
    { variable, label: labelsOf[variable] },
    ...(variable === "job" ? settings.labels.map((label) => ({ variable: keptVariable(label), label })) : []),
  ]);
}

/** `{job=~"$job", …}` for requests of a level, and what else has to match. */
export function selected(context: RuleContext, level: SelectorLevel, ...matchers: readonly string[]): string {
  return selectedBy(choicesOf(context, perLevel[level]), ...matchers);
}

/** The same for scores: by judge too. */
export function selectedScores(context: RuleContext, level: SelectorLevel, ...matchers: readonly string[]): string {
  return selectedBy(choicesOf(context, [...perLevel[level], "judge"]), ...matchers);
}

/** What is chosen, such as above a variable, and what else has to match. */
export function selectedBy(choices: readonly Choice[], ...matchers: readonly string[]): string {
  const all = [...choices.map(({ variable, label }) => `${label}=~"$${variable}"`), ...matchers];
  return all.length === 0 ? "" : `{${all.join(", ")}}`;
}
