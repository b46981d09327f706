import { groundingChunks, type Interaction, type InteractionField } from "../../../core/interaction.ts";
import { judgeId, type Judge, type JudgeContext, type JudgeSet } from "../../../core/judge.ts";
import { scored, unscored } from "../../../core/outcome.ts";
import { fieldProblem, isBlank } from "../../../core/preconditions.ts";
import { judgePolicy } from "../../../resilience/judge-policy.ts";
import { askModel, type ModelAccess } from "../ask-model.ts";
import { createEnvelope, noteRemoved, type Envelope } from "../envelope.ts";
import { readGrade, scoreOfGrade, type Scale } from "../grades.ts";
import { judgeVersion, shortHash } from "../../judge-version.ts";
import { defaultContextTokens, type Judgement } from "../llm-settings.ts";
import { promptOf } from "../prompt.ts";
import { warnOfSelfPreference } from "../self-preference.ts";
import { checkCriteriaOptions, type CriteriaJudgeOptions } from "./options.ts";
import { criteriaPrompt, criteriaSchema, rubricParagraph } from "./prompt.ts";

/** A criterion complete. */
interface Criterion extends ModelAccess {
  readonly instructions: string;
  readonly scale: Scale;
  readonly reads: ReadonlySet<InteractionField>;
}

/**
 * A judge of a criterion of your own, for what the triad does not ask: completeness, compliance, following instructions.
 * Its metric is `criteria.<name>` (the attribute and the histogram `rag.criteria.<name>`), its score
 * `(grade − 1) ÷ 4` on the scale of 1 to 5. It is no part of the triad: quality and diagnosis do not know it.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function criteriaJudge(options: CriteriaJudgeOptions): JudgeSet {
  checkCriteriaOptions(options);
  const { name, model, rubric, scale = [1, 5], reads = ["query", "answer"], thresholds } = options;
  const prompt = promptOf(criteriaPrompt, options.prompt);
  const bounds: Scale = { lowest: scale[0], highest: scale[1] };
  // The rubric makes the scores: another one is another judge.
  const content = shortHash(JSON.stringify([rubric, scale, [...reads].sort()]));
  const version = options.version ?? judgeVersion(`${prompt.version}-${content}`, model.model);
  const criterion: Criterion = {
    model,
    policy: options.policy ?? judgePolicy(),
    contextTokens: options.contextTokens ?? model.contextTokens ?? defaultContextTokens,
    instructions: prompt.text + rubricParagraph(rubric, bounds),
    scale: bounds,
    reads: new Set([...reads, "answer"]),
  };
  const judge: Judge = {
    metric: `criteria.${name}`,
    name,
    version,
    thresholds: thresholds ?? { warning: 0.7, page: 0.6 },
    async judge(interaction, context) {
      warnOfSelfPreference(model.model, interaction, context);
      return { ...(await judgeCriterion(criterion, interaction, context)), judge: judgeId({ name, version }) };
    },
  };
  return { [judge.metric]: judge };
}

async function judgeCriterion(
  criterion: Criterion,
  interaction: Interaction,
  context: JudgeContext,
): Promise<Judgement> {
  for (const field of criterion.reads) {
    const problem = fieldProblem(interaction, field);
    if (problem !== undefined) return { outcome: unscored(problem) };
  }
  if (criterion.reads.has("query") && isBlank(interaction.query)) return { outcome: unscored("no_query") };
  const envelope = createEnvelope(context.random);
  const input = inputOf(criterion, interaction, envelope);
  noteRemoved(envelope, context);
  const { grade, reason } = await askModel(
    {
      instructions: `${criterion.instructions}\n\n${envelope.rule}`,
      input,
      schema: criteriaSchema,
      replyTokens: 300,
      read: (value) => {
        const read = readGrade(value["grade"], criterion.scale);
        const why = value["reason"];
        return read === undefined ? undefined : { grade: read, reason: typeof why === "string" ? why : "" };
      },
    },
    criterion,
    context,
  );
  return {
    outcome: scored(scoreOfGrade(grade, criterion.scale)),
    ...(reason !== "" && { detail: { explanation: reason } }),
  };
}

function inputOf({ reads }: Criterion, interaction: Interaction, envelope: Envelope): string {
  const part = (label: string, text: string): string => envelope.wrap(label, envelope.clean(text).trim());
  const parts: string[] = [];
  if (reads.has("query")) parts.push(part("query", interaction.query ?? ""));
  if (reads.has("chunks")) {
    const chunks = groundingChunks(interaction);
    parts.push(...chunks.map(({ text }, at) => part(`chunk ${at + 1}`, text)));
    if (chunks.length === 0) parts.push(part("chunks", ""));
  }
  return [...parts, part("answer", interaction.answer ?? "")].join("\n\n");
}
