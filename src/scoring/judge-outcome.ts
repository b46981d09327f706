import type { JudgeId } from "../core/judge.ts";
import { scoreOf, scored, unscored, unscoredReasons, type Outcome, type UnscoredReason } from "../core/outcome.ts";
import { isObject } from "./judge-detail.ts";

const judgeIdPattern = /^[\p{L}\p{N}_.:@+-]{1,64}\/[\p{L}\p{N}_.:/@+-]{1,128}$/u;

const knownReasons: ReadonlySet<unknown> = new Set(unscoredReasons);

/** Whether a value may be a judge's id, which becomes a label. */
export function isJudgeId(value: unknown): value is JudgeId {
  return typeof value === "string" && judgeIdPattern.test(value);
}

/** A score, rounded; `undefined` for what is no number in [0, 1]. */
export function readScore(value: unknown): number | undefined {
  // Adding 0 makes 0 of -0, which JSON does not know.
  return typeof value === "number" ? scoreOf(scored(value + 0)) : undefined;
}

/** An outcome; `undefined` for what is neither a score nor a known reason, or both. */
export function readOutcome(value: unknown): Outcome | undefined {
  if (!isObject(value)) return undefined;
  const { reason } = value;
  if (reason === undefined) {
    const score = readScore(value["score"]);
    return score === undefined ? undefined : { score };
  }
  return value["score"] === undefined && knownReasons.has(reason) ? unscored(reason as UnscoredReason) : undefined;
}
