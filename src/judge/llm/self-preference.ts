import type { Interaction } from "../../core/interaction.ts";
import type { JudgeContext, JudgeWarning } from "../../core/judge.ts";
import { modelFamily } from "./model-family.ts";

/**
 * Warns when the judge model is of the family that wrote the answer: models prefer what is written as they would
 * (Panickssery et al. 2024). The generator's model is the one its result names, else the slice's model version.
 */
export function warnOfSelfPreference(judgeModel: string, interaction: Interaction, context: JudgeContext): void {
  const family = modelFamily(judgeModel);
  if (family === undefined) return;
  const generator = modelFamily(interaction.generatorModel ?? "") ?? modelFamily(context.slice?.modelVersion ?? "");
  if (generator !== family) return;
  const warning: JudgeWarning = {
    code: "self_preference",
    message: `The judge model and the generator are both of the family "${family}": such a judge scores too high. Judge with a model of another family, or shadow this judge with one.`,
  };
  context.note({ warnings: [warning] });
}
