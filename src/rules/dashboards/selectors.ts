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

/** What a query is about; its labels are what it can be selected by. */
export type SelectorLevel = keyof typeof perLevel;

/** `{job=~"$job", …}` for requests of a level, and what else has to match. */
export function selected(level: SelectorLevel, ...matchers: readonly string[]): string {
  return braced([...perLevel[level].map(matcher), ...matchers]);
}

/** The same for scores: by judge too. */
export function selectedScores(level: SelectorLevel, ...matchers: readonly string[]): string {
  return braced([...[...perLevel[level], "judge" as const].map(matcher), ...matchers]);
}

/** What a variable's own query selects by: the variables before it. */
export function selectedBy(variables: readonly LabelVariable[], ...matchers: readonly string[]): string {
  return variables.length + matchers.length === 0 ? "" : braced([...variables.map(matcher), ...matchers]);
}

function matcher(variable: LabelVariable): string {
  return `${labelsOf[variable]}=~"$${variable}"`;
}

function braced(matchers: readonly string[]): string {
  return `{${matchers.join(", ")}}`;
}
