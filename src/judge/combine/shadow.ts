import { checkOptions, integerFrom, numberFrom, refuseOption } from "../../core/check-options.ts";
import type { Judge, JudgeSet } from "../../core/judge.ts";
import { isScored } from "../../core/outcome.ts";
import { isSampled } from "../../core/sampling.ts";
import { combinedJudge } from "./combined-judge.ts";
import { checkSet, checkThresholds, combine, missingFrom, saltOf, setCheck } from "./judge-set.ts";

/** Options of {@link shadow}. */
export interface ShadowOptions {
  /** Gives the scores. */
  readonly primary: JudgeSet;
  /** Is compared with it. Its metrics are among those of the primary set. */
  readonly shadow: JudgeSet;
  /** The share of interactions that both judge, in [0, 1]. */
  readonly ratio: number;
  /**
   * How long a shadow may take, in milliseconds from 1 to 600,000. A primary score waits for it no longer, and spans
   * wait for their scores (`holdTimeoutMs`).
   * @default 8000
   */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 8_000;
const timeoutCheck = integerFrom(1, 600_000);

/**
 * Judges with the primary set, and a share of the interactions with a second one at the same time. Only the primary's
 * result counts; how far apart the two scores are, and whether both are on the same side of their warning thresholds, is
 * recorded as `rag.judge.difference` and `rag.judge.comparisons`. A shadow that fails is recorded as any judge that does.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`; also when the shadow judges a metric that the primary does not.
 */
export function shadow(options: ShadowOptions): JudgeSet {
  checkOptions(options, { primary: setCheck, shadow: setCheck, ratio: numberFrom(0, 1), timeoutMs: timeoutCheck }, [
    "shadow",
  ]);
  const { ratio, timeoutMs = defaultTimeoutMs } = options;
  if (ratio === undefined) refuseOption(["shadow", "ratio"], numberFrom(0, 1).rule, ratio);
  const sets = [
    checkSet(options.primary, ["shadow", "primary"]),
    checkSet(options.shadow, ["shadow", "shadow"]),
  ] as const;
  const [primaries, shadows] = sets;
  const unmatched = missingFrom(primaries, shadows);
  if (unmatched.length > 0) {
    const rule = `a judge set with metrics of \`primary\` only (not so: ${unmatched.join(", ")})`;
    refuseOption(["shadow", "shadow"], rule, options.shadow);
  }
  checkThresholds(sets, ["shadow"]);
  const salt = saltOf("shadow", sets);
  const isShadowed = (id: string): boolean => isSampled(id, ratio, salt);
  return combine(primaries.keys(), (metric) => {
    const [primary, second] = [primaries.get(metric), shadows.get(metric)];
    return primary === undefined || second === undefined
      ? primary
      : shadowedJudge(primary, second, isShadowed, timeoutMs);
  });
}

function shadowedJudge(primary: Judge, second: Judge, isShadowed: (id: string) => boolean, timeoutMs: number): Judge {
  return combinedJudge({
    name: "shadow",
    members: [primary, second],
    async judge(interaction, { delegate }) {
      // The primary is asked first, so that a queue serves it first.
      const asked = delegate(primary, interaction);
      const shadowed = isShadowed(interaction.id) ? delegate(second, interaction, { timeoutMs }) : undefined;
      const result = await asked;
      // Without a score there is nothing to compare with: what the shadow is still doing ends with this judgement.
      if (shadowed === undefined || !isScored(result.outcome)) return result;
      const { outcome, judge, shadows = [] } = await shadowed;
      const own = isScored(outcome) ? [{ judge, score: outcome.score }] : [];
      const all = [...(result.shadows ?? []), ...own, ...shadows];
      return all.length === 0 ? result : { ...result, shadows: all };
    },
  });
}
