import type { ComparedEvent, WarningCode } from "../core/events.ts";
import type { Judge } from "../core/judge.ts";
import { isScored, roundScore } from "../core/outcome.ts";
import { callsOf, type MetricResult } from "../core/scoring-job.ts";
import type { Slice } from "../core/slice.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";
import { thresholdsFor } from "./evaluation.ts";
import type { Warn } from "./warnings.ts";

/** Tells of what judging brought besides an outcome. */
export interface JudgingNotes {
  /** Warns of judges that failed, and of what judges warn of: the latter once a code. */
  warn(judge: Judge, result: MetricResult): void;
  /** How a scored result compares with the shadows' scores, each at the warning threshold in force for its judge. */
  comparisons(judge: Judge, result: MetricResult, slice: Slice): readonly ComparedEvent[];
}

/** Creates the notes of one triad. */
export function createJudgingNotes(options: {
  readonly overrides: readonly ThresholdOverride[];
  readonly warn: Warn;
}): JudgingNotes {
  const { overrides } = options;
  const warned = new Set<WarningCode>();
  return {
    warn({ metric }, result) {
      for (const { judge, errorType } of callsOf(result)) {
        if (errorType === undefined) continue;
        options.warn(
          "judge_failed",
          `Judge ${judge} failed on ${metric} (${errorType}); what no judge could score is counted by reason.`,
        );
      }
      for (const { code, message } of result.warnings ?? []) {
        if (warned.has(code)) continue;
        warned.add(code);
        options.warn(code, message);
      }
    },
    comparisons(judge, result, { pipeline, intentClass }) {
      const { outcome, shadows = [] } = result;
      if (!isScored(outcome)) return [];
      const isLow = (by: string, score: number): boolean =>
        score < thresholdsFor(judge, { judge: by }, intentClass, overrides).warning;
      return shadows.map((shadow) => ({
        type: "compared",
        pipeline,
        metric: judge.metric,
        judge: result.judge,
        shadowJudge: shadow.judge,
        difference: roundScore(outcome.score - shadow.score),
        agree: isLow(result.judge, outcome.score) === isLow(shadow.judge, shadow.score),
      }));
    },
  };
}
