import { checkOptions, numberFrom, refuseOption } from "../../core/check-options.ts";
import type { JudgeSet } from "../../core/judge.ts";
import { isSampled } from "../../core/sampling.ts";
import { combinedJudge } from "./combined-judge.ts";
import { checkSet, checkThresholds, combine, missingFrom, saltOf, setCheck } from "./judge-set.ts";

/** Options of {@link split}. */
export interface SplitOptions {
  /** Judges the share `ratio`. */
  readonly a: JudgeSet;
  /** Judges the rest. Has a judge for the same metrics as `a`. */
  readonly b: JudgeSet;
  /** The share of interactions that `a` judges, in [0, 1]. */
  readonly ratio: number;
}

/**
 * Judges a share of the interactions with one set and the rest with another: the exact judge on 5 %, the cheap one on
 * the rest. All metrics of an interaction go the same way, drawn from its id, so the same way in every process.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`; also when the sets do not judge the same metrics.
 */
export function split(options: SplitOptions): JudgeSet {
  checkOptions(options, { a: setCheck, b: setCheck, ratio: numberFrom(0, 1) }, ["split"]);
  const { ratio } = options;
  if (ratio === undefined) refuseOption(["split", "ratio"], numberFrom(0, 1).rule, ratio);
  const sets = [checkSet(options.a, ["split", "a"]), checkSet(options.b, ["split", "b"])] as const;
  const [a, b] = sets;
  const unmatched = [...missingFrom(a, b), ...missingFrom(b, a)];
  if (unmatched.length > 0)
    refuseOption(["split", "b"], `a judge set with the metrics of \`a\` (not so: ${unmatched.join(", ")})`, options.b);
  checkThresholds(sets, ["split"]);
  const salt = saltOf("split", sets);
  return combine(a.keys(), (metric) => {
    const [one, other] = [a.get(metric), b.get(metric)];
    if (one === undefined || other === undefined) return undefined;
    return combinedJudge({
      name: "split",
      members: [one, other],
      judge: (interaction, context) =>
        context.delegate(isSampled(interaction.id, ratio, salt) ? one : other, interaction),
    });
  });
}
