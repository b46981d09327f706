import type { Interaction } from "../../../core/interaction.ts";
import type { JudgeContext } from "../../../core/judge.ts";
import { scored, unscored } from "../../../core/outcome.ts";
import { isRefusal } from "../../../text/claims.ts";
import { askModel } from "../ask-model.ts";
import { createEnvelope, noteRemoved } from "../envelope.ts";
import { fiveGrades, readGrade, scoreOfGrade } from "../grades.ts";
import type { Judgement, LlmSettings } from "../llm-settings.ts";
import { answerGradeSchema } from "./prompt.ts";

/** How well the answer answers the query, as the model grades it: (grade − 1) ÷ 4. */
export async function judgeByGrade(
  interaction: Interaction,
  context: JudgeContext,
  settings: LlmSettings,
): Promise<Judgement> {
  if (isRefusal(interaction.answer ?? "")) return { outcome: unscored("refusal") };
  const envelope = createEnvelope(context.random);
  const query = envelope.clean(interaction.query ?? "").trim();
  const answer = envelope.clean(interaction.answer ?? "").trim();
  noteRemoved(envelope, context);
  const { noncommittal, grade, reason } = await askModel(
    {
      instructions: `${settings.prompts.answerGrade.text}\n\n${envelope.rule}`,
      input: `${envelope.wrap("query", query)}\n\n${envelope.wrap("answer", answer)}`,
      schema: answerGradeSchema,
      replyTokens: 200,
      read: (value) => {
        const read = readGrade(value["grade"], fiveGrades);
        const { noncommittal: evades, reason: why } = value;
        if (read === undefined || typeof evades !== "boolean") return undefined;
        return { noncommittal: evades, grade: read, reason: typeof why === "string" ? why : "" };
      },
    },
    settings,
    context,
  );
  const detail = reason === "" ? {} : { detail: { explanation: reason } };
  return { outcome: noncommittal ? unscored("refusal") : scored(scoreOfGrade(grade, fiveGrades)), ...detail };
}
