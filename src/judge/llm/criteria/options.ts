import { checkOptions, type OptionCheck, type OptionChecks } from "../../../core/check-options.ts";
import type { InteractionField } from "../../../core/interaction.ts";
import type { Thresholds } from "../../../core/thresholds.ts";
import type { Policy } from "../../../resilience/policy.ts";
import type { JudgeModel } from "../../judge-model.ts";
import {
  contextTokensCheck,
  modelCheck,
  policyCheck,
  promptCheck,
  requireOption,
  thresholdsCheck,
  versionCheck,
} from "../option-checks.ts";

/** Options of {@link criteriaJudge}. */
export interface CriteriaJudgeOptions {
  /** What the criterion is called: 1 to 48 of `a-z 0-9 _`, starting with a letter. Its metric is `criteria.<name>`. */
  readonly name: string;
  /** What earns which grade: best a line for each grade. Part of the judge's version. */
  readonly rubric: string;
  /** The model that judges; of another family than the generator's, if there is a choice. */
  readonly model: JudgeModel;
  /**
   * The lowest and the highest grade, whole numbers. A grade outside makes the reply invalid.
   * @default [1, 5]
   */
  readonly scale?: readonly [lowest: number, highest: number];
  /**
   * What the judge reads besides the answer. Where it reads the query, an interaction without one is `no_query`.
   * @default ["query", "answer"]
   */
  readonly reads?: readonly InteractionField[];
  /** As for `llmJudges`. */
  readonly policy?: Policy;
  /**
   * Tokens that a request and its reply may have together; an interaction that does not fit is `too_long`.
   * @default the model's own `contextTokens`, else 16,384
   */
  readonly contextTokens?: number;
  /** The instructions in place of ours; rubric, scale and the paragraph on data are added. */
  readonly prompt?: string;
  /** @default { warning: 0.7, page: 0.6 } */
  readonly thresholds?: Thresholds;
  /** The judge's version, in place of the one made of prompt, rubric and model. */
  readonly version?: string;
}

const nameCheck: OptionCheck = {
  rule: "1 to 48 of a-z, 0-9 or `_`, starting with a letter",
  holds: (value) => typeof value === "string" && /^[a-z][a-z0-9_]{0,47}$/.test(value),
};

const fields: readonly unknown[] = ["query", "chunks", "answer"] satisfies InteractionField[];

const checks: OptionChecks<CriteriaJudgeOptions> = {
  name: nameCheck,
  rubric: promptCheck,
  model: modelCheck,
  scale: {
    rule: "two integers from -1,000 to 1,000, the second above the first",
    holds: (value) =>
      Array.isArray(value) &&
      value.length === 2 &&
      value.every((grade) => Number.isInteger(grade) && Math.abs(grade) <= 1_000) &&
      value[0] < value[1],
  },
  reads: {
    rule: 'a list of "query", "chunks" and "answer"',
    holds: (value) => Array.isArray(value) && value.every((field) => fields.includes(field)),
  },
  policy: policyCheck,
  contextTokens: contextTokensCheck,
  prompt: promptCheck,
  thresholds: thresholdsCheck,
  version: versionCheck,
};

/** @throws RagTriadError `ERR_RAG_TRIAD_OPTION` */
export function checkCriteriaOptions(options: CriteriaJudgeOptions): void {
  checkOptions(options, checks, ["criteriaJudge"]);
  requireOption(["criteriaJudge", "name"], nameCheck, options.name);
  requireOption(["criteriaJudge", "rubric"], promptCheck, options.rubric);
  requireOption(["criteriaJudge", "model"], modelCheck, options.model);
}
