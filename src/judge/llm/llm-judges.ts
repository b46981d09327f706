import { checkOptions, integerFrom, numberFrom, objectLike, type OptionChecks } from "../../core/check-options.ts";
import type { Interaction } from "../../core/interaction.ts";
import { judgeId, type Judge, type JudgeContext, type JudgeSet } from "../../core/judge.ts";
import { triadMetrics, type TriadMetric } from "../../core/metric.ts";
import { literatureThresholds, thresholdsByName, type Thresholds } from "../../core/thresholds.ts";
import { unknownKey } from "../../core/violation.ts";
import { optionError } from "../../core/option-error.ts";
import { judgePolicy } from "../../resilience/judge-policy.ts";
import type { Policy } from "../../resilience/policy.ts";
import type { Embedder } from "../embedder.ts";
import type { JudgeModel } from "../judge-model.ts";
import { judgeByGrade } from "./answer-relevance/judge-by-grade.ts";
import { judgeByQueries } from "./answer-relevance/judge-by-queries.ts";
import { answerGradePrompt, queriesPrompt } from "./answer-relevance/prompt.ts";
import { judgeContextByGrade, judgeContextBySentences } from "./context-relevance/judge-context.ts";
import { contextGradePrompt, contextSentencesPrompt } from "./context-relevance/prompt.ts";
import { judgeGroundedness } from "./groundedness/judge-groundedness.ts";
import { groundednessPrompt } from "./groundedness/prompt.ts";
import { judgeVersion } from "../judge-version.ts";
import { defaultContextTokens, type Judgement, type LlmSettings } from "./llm-settings.ts";
import {
  contextTokensCheck,
  embedderCheck,
  modelCheck,
  policyCheck,
  promptsCheck,
  requireOption,
  thresholdsCheck,
  versionCheck,
} from "./option-checks.ts";
import { promptOf, type Prompt, type PromptOverrides } from "./prompt.ts";
import { warnOfSelfPreference } from "./self-preference.ts";

/** Options of {@link llmJudges}. */
export interface LlmJudgesOptions {
  /** The model that judges; of another family than the generator's, if there is a choice. */
  readonly model: JudgeModel;
  /** With it answer relevance is measured by generated queries; without it the model grades, under the name `llm-graded`. */
  readonly embedder?: Embedder;
  /**
   * Runs every call of the model and the embedder. Share one policy among all judges that call the same service.
   * @default `judgePolicy()`: retries, at most so many calls at a time, a circuit breaker, and a time limit an attempt
   */
  readonly policy?: Policy;
  /**
   * Tokens that a request and its reply may have together, 2,048 to 10,000,000; what does not fit is windowed.
   * @default the model's own `contextTokens`, else 16,384
   */
  readonly contextTokens?: number;
  /**
   * How context relevance is judged: by the share of sentences that the query needs, under the name `llm-sentences` with
   * thresholds of its own (0.01 and 0.005: a good share is small), or by a grade for each chunk under the name `llm-graded`
   * with the literature's.
   * @default "sentences"
   */
  readonly contextRelevance?: "sentences" | "graded";
  /**
   * Queries generated from an answer, 1 to 20.
   * @default 5
   */
  readonly queryCount?: number;
  /**
   * The share of a claim's content, 0 to 1, that the sentences quoted for it must have. Higher is stricter against a model
   * that quotes what has nothing to do with the claim, and harder on paraphrases. 0 switches the rule off.
   * @default 0.25
   */
  readonly minOverlap?: number;
  /** Prompts in place of ours; the paragraph on data and delimiters, and what a reply's JSON must be, stay. */
  readonly prompts?: PromptOverrides;
  /** Thresholds in place of the judges' own, by metric. */
  readonly thresholds?: Partial<Record<TriadMetric, Thresholds>>;
  /** The judges' version, in place of the one made of prompts, models and options. To be changed whenever scores may change. */
  readonly version?: string;
}

const checks: OptionChecks<LlmJudgesOptions> = {
  model: modelCheck,
  embedder: embedderCheck,
  policy: policyCheck,
  contextTokens: contextTokensCheck,
  contextRelevance: {
    rule: '"sentences" or "graded"',
    holds: (value) => value === "sentences" || value === "graded",
  },
  queryCount: integerFrom(1, 20),
  minOverlap: numberFrom(0, 1),
  prompts: promptsCheck,
  thresholds: objectLike("{ groundedness: { warning: 0.8, page: 0.7 } }"),
  version: versionCheck,
};

const defaults = { queryCount: 5, minOverlap: 0.25 } as const;

/**
 * Judges of the triad that ask an LLM. Everything judged is data between random delimiters; a claim is supported only if
 * the quotes for it are in the context and bear it out (docs/judges/llm.md). Judge ids name the models that score.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function llmJudges(options: LlmJudgesOptions): JudgeSet {
  checkOptions(options, checks, ["llmJudges"]);
  requireOption(["llmJudges", "model"], modelCheck, options.model);
  const settings = settingsOf(options);
  const { prompts, queryCount, minOverlap, embedder } = settings;
  const create = (
    metric: TriadMetric,
    name: string,
    parts: readonly string[],
    judgeIt: (interaction: Interaction, context: JudgeContext) => Promise<Judgement>,
  ): Judge => {
    const version = options.version ?? judgeVersion(...parts);
    return {
      metric,
      name,
      version,
      thresholds: thresholdsOf(options, metric, name),
      async judge(interaction, context) {
        warnOfSelfPreference(settings.model.model, interaction, context);
        return { ...(await judgeIt(interaction, context)), judge: judgeId({ name, version }) };
      },
    };
  };
  const versionOf = (prompt: Prompt, variant: string): string => `${prompt.version}${variant}`;
  const { model } = settings.model;
  const sentences = options.contextRelevance !== "graded";
  const overlap = minOverlap === defaults.minOverlap ? "" : `.o${minOverlap}`;
  const count = queryCount === defaults.queryCount ? "" : `.n${queryCount}`;
  return {
    context_relevance: sentences
      ? create(
          "context_relevance",
          "llm-sentences",
          [versionOf(prompts.contextSentences, ""), model],
          (interaction, context) => judgeContextBySentences(interaction, context, settings),
        )
      : create(
          "context_relevance",
          "llm-graded",
          [versionOf(prompts.contextGrade, ""), model],
          (interaction, context) => judgeContextByGrade(interaction, context, settings),
        ),
    groundedness: create(
      "groundedness",
      "llm",
      [versionOf(prompts.groundedness, overlap), model],
      (interaction, context) => judgeGroundedness(interaction, context, settings),
    ),
    answer_relevance:
      embedder === undefined
        ? create(
            "answer_relevance",
            "llm-graded",
            [versionOf(prompts.answerGrade, ""), model],
            (interaction, context) => judgeByGrade(interaction, context, settings),
          )
        : create(
            "answer_relevance",
            "llm",
            [versionOf(prompts.queries, count), model, embedder.model],
            (interaction, context) => judgeByQueries(interaction, context, { ...settings, embedder }),
          ),
  };
}

function settingsOf(options: LlmJudgesOptions): LlmSettings {
  const { model, prompts = {} } = options;
  return {
    model,
    policy: options.policy ?? judgePolicy(),
    contextTokens: options.contextTokens ?? model.contextTokens ?? defaultContextTokens,
    embedder: options.embedder,
    queryCount: options.queryCount ?? defaults.queryCount,
    minOverlap: options.minOverlap ?? defaults.minOverlap,
    prompts: {
      groundedness: promptOf(groundednessPrompt, prompts.groundedness),
      queries: promptOf(queriesPrompt, prompts.queries),
      answerGrade: promptOf(answerGradePrompt, prompts.answerGrade),
      contextSentences: promptOf(contextSentencesPrompt, prompts.contextSentences),
      contextGrade: promptOf(contextGradePrompt, prompts.contextGrade),
    },
  };
}

/** The thresholds of a metric: given, else those of the judge's scale, else the literature's. */
function thresholdsOf({ thresholds = {} }: LlmJudgesOptions, metric: TriadMetric, name: string): Thresholds {
  const path = ["llmJudges", "thresholds"];
  const unknown = unknownKey(thresholds, triadMetrics, path);
  if (unknown !== undefined) throw optionError(unknown, { kind: "option" });
  const own = thresholds[metric];
  if (own !== undefined) requireOption([...path, metric], thresholdsCheck, own);
  return own ?? thresholdsByName[name]?.[metric] ?? literatureThresholds[metric];
}
