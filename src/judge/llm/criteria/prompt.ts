import type { JsonSchema } from "../../judge-model.ts";
import type { Scale } from "../grades.ts";
import type { Prompt } from "../prompt.ts";

/** The prompt of a criterion; the rubric and the scale follow it. */
export const criteriaPrompt: Prompt = {
  version: "1",
  text: `You grade one answer on one criterion, by the rubric below and by nothing else: not by its length, its style or whether you
like it, unless the rubric says so. Where the rubric leaves two grades open, give the lower one. Give your reason first, in one
or two sentences.

Reply with a JSON object: {"reason": "…", "grade": 3}.`,
};

/** The rubric with the scale, as it stands in the instructions. It is the user's own, not what is judged. */
export function rubricParagraph(rubric: string, { lowest, highest }: Scale): string {
  return `\n\nThe grade is a whole number from ${lowest} (worst) to ${highest} (best).\n\nRubric:\n${rubric}`;
}

/** The JSON of a reply. */
export const criteriaSchema: { readonly name: string; readonly schema: JsonSchema } = {
  name: "criterion",
  schema: {
    type: "object",
    properties: { reason: { type: "string" }, grade: { type: "integer" } },
    required: ["reason", "grade"],
    additionalProperties: false,
  },
};
