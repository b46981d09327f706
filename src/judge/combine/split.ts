import { checkOptions, numberFrom, refuseOption } from "../../core/check-options.ts";
import type { JudgeSet } from "../../core/judge.ts";
import { isSampled } from "../../core/sampling.ts";
import { combinedJudge } from "./combined-judge.ts";
import { checkSet, checkThresholds, combine, missingFrom, saltOf, setCheck } from "./judge-set.ts";

/** Options of {@link split}. */
export interface SplitOptions {
  /** Judges the share `ratio`. Its metrics are among those of `b`. */
  readonly a: JudgeSet;
  /** Judges the rest; a metric that `a` leaves out it judges alone. */
  readonly b: JudgeSet;
  /** The share of interactions that `a` judges, in [0, 1]. */
  readonly ratio: number;
}

/**
 * Judges a share of the interactions with one set and the rest with another: the exact judge on 5 %, the cheap one on
 * the rest. All metrics of an interaction go the same way, drawn from its id, so the same way in every process.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`; also when `a` judges a metric that `b` does not.
 */
export function split(options: SplitOptions): JudgeSet {
  checkOptions(options, { a: setCheck, b: setCheck, ratio: numberFrom(0, 1) }, ["split"]);
  const { ratio } = options;
  if (ratio === undefined) refuseOption(["split", "ratio"], numberFrom(0, 1).rule, ratio);
  const sets = [checkSet(options.a, ["split", "a"]), checkSet(options.b, ["split", "b"])] as const;
  const [a, b] = sets;
  const unmatched = missingFrom(b, a);
  if (unmatched.length > 0) {
    const rule = `a judge set with metrics of \`b\` only (not so: ${unmatched.join(", ")})`;
    refuseOption(["split", "a"], rule, options.a);
  }
  checkThresholds(sets, ["split"]);
  const salt = saltOf("split", sets);
  return combine(b.keys(), (metric) => {
    const [one, other] = [a.get(metric), b.get(metric)];
    if (one === undefined || other === undefined) return other;
    return combinedJudge({
      name: "split",
      members: [one, other],
      judge: (interaction, context) =>
        context.delegate(isSampled(interaction.id, ratio, salt) ? one : other, interaction),
    });
  });
}
