import { isMetricId, metricRule } from "../config/check-metric.ts";
import { checkLimits } from "../config/check-thresholds.ts";
import { checkOptions, objectCheck, type OptionChecks } from "../core/check-options.ts";
import type { Interaction } from "../core/interaction.ts";
import type { Detail, Judge, JudgeContext, JudgeResult } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import { unscoredReasons, type UnscoredReason } from "../core/outcome.ts";
import { literatureThresholds, type Thresholds } from "../core/thresholds.ts";
import { isRecord } from "../core/violation.ts";

/** What a scripted judge does with one interaction: a score, a reason, or an error to reject with. */
export type ScriptedVerdict = number | UnscoredReason | Error;

/** Options of {@link createScriptedJudge}. */
export interface ScriptedJudgeOptions {
  readonly metric: MetricId;
  /** The verdict on every interaction, or a function that gives it (and may wait). */
  readonly verdict:
    | ScriptedVerdict
    | ((interaction: Interaction, context: JudgeContext) => ScriptedVerdict | Promise<ScriptedVerdict>);
  readonly detail?: Detail;
  /** @default the literature's for the triad, else 0.5 and 0.3 */
  readonly thresholds?: Thresholds;
  /** @default "scripted" */
  readonly name?: string;
}

/** A judge that says what it is told, and keeps what it was asked. */
export interface ScriptedJudge extends Judge {
  readonly interactions: readonly Interaction[];
}

const checks: OptionChecks<ScriptedJudgeOptions> = {
  metric: { rule: metricRule, holds: isMetricId },
  verdict: {
    rule: "a number from 0 to 1, a reason (such as `judge_error`), an Error, or a function that gives one of these",
    holds: (value) =>
      typeof value === "function" ||
      value instanceof Error ||
      (typeof value === "number" && value >= 0 && value <= 1) ||
      unscoredReasons.some((reason) => reason === value),
  },
  detail: objectCheck,
  thresholds: {
    rule: "an object with `warning` and `page` from 0 to 1, `page` at most `warning`",
    holds: (value) => isRecord(value) && checkLimits(value, []) === undefined,
  },
  name: { rule: "a string that is not empty", holds: (value) => typeof value === "string" && value !== "" },
};

/**
 * Creates a judge for tests. What a function gives as the verdict is not checked, so that a judge can be made to say nonsense.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function createScriptedJudge(options: ScriptedJudgeOptions): ScriptedJudge {
  checkOptions(options, checks, ["createScriptedJudge"], ["metric", "verdict"]);
  const { metric, verdict, detail, name = "scripted" } = options;
  const interactions: Interaction[] = [];
  const literature: Readonly<Record<string, Thresholds>> = literatureThresholds;
  return {
    metric,
    name,
    version: "1",
    thresholds: options.thresholds ?? literature[metric] ?? { warning: 0.5, page: 0.3 },
    interactions,
    async judge(interaction, context): Promise<JudgeResult> {
      interactions.push(interaction);
      const given = typeof verdict === "function" ? await verdict(interaction, context) : verdict;
      if (given instanceof Error) throw given;
      const outcome = typeof given === "number" ? { score: given } : { reason: given };
      return { outcome, judge: `${name}/1`, ...(detail !== undefined && { detail }) };
    },
  };
}
