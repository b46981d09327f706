import { refuseOption } from "../core/check-options.ts";
import { isRecord } from "../core/violation.ts";
import type { ModelFolder, ModelJson } from "./model-folder.ts";

/** Which of a model's outputs says what. */
export interface EntailmentLabels {
  readonly entailment: number;
  /** Left out for a model that only tells entailment from the rest. */
  readonly contradiction?: number;
}

/** {@link EntailmentLabels} and how many outputs there are. */
export interface ResolvedLabels extends EntailmentLabels {
  readonly count: number;
}

const names = {
  entailment: new Set(["entailment", "entail", "entails", "entailed"]),
  contradiction: new Set(["contradiction", "contradict", "contradicts", "contradicted"]),
} as const;

/**
 * Reads from `id2label` of config.json which output is entailment and which contradiction, whatever the order and case;
 * `given` takes its place. A model without exactly one label of entailment is refused, not guessed at.
 */
export function readLabels(config: ModelJson, folder: ModelFolder, given?: EntailmentLabels): ResolvedLabels {
  const labels = labelsOf(config, folder);
  if (given !== undefined) return checkGiven(given, labels.length);
  const shown = labels.map((label) => JSON.stringify(label)).join(", ");
  const find = (kind: keyof typeof names): number[] =>
    labels.flatMap((label, index) => (names[kind].has(label.trim().toLowerCase()) ? [index] : []));
  const [entailment, contradiction] = [find("entailment"), find("contradiction")];
  const [only] = entailment;
  if (only === undefined || entailment.length > 1 || contradiction.length > 1) {
    folder.refuse(
      `the folder of an NLI model, with one label "entailment" and at most one "contradiction" in id2label of config.json, ` +
        `which has ${shown} (else say with \`labels\` which index is which)`,
    );
  }
  const [denied] = contradiction;
  return { count: labels.length, entailment: only, ...(denied !== undefined && { contradiction: denied }) };
}

function labelsOf(config: ModelJson, folder: ModelFolder): readonly string[] {
  const map = config["id2label"];
  const entries = isRecord(map) ? Object.entries(map) : [];
  const labels = entries.map((_, index) => (isRecord(map) ? map[String(index)] : undefined));
  const isWhole = labels.length > 1 && labels.every((label) => typeof label === "string");
  return isWhole
    ? (labels as readonly string[])
    : folder.refuse("a model folder whose config.json has id2label with two labels or more, by index from 0");
}

function checkGiven(given: EntailmentLabels, count: number): ResolvedLabels {
  for (const [name, index] of Object.entries(given)) {
    if (!Number.isInteger(index) || index < 0 || index >= count) {
      refuseOption(["labels", name], `an index from 0 to ${count - 1}, as the model has ${count} labels`, index);
    }
  }
  if (given.entailment === given.contradiction) {
    refuseOption(["labels", "contradiction"], "another index than `labels.entailment`", given.contradiction);
  }
  return { ...given, count };
}
