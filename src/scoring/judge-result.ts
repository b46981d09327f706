import type { JudgeResult } from "../core/judge.ts";
import { scored, unscored, unscoredReasons, type Outcome, type UnscoredReason } from "../core/outcome.ts";
import { isObject, optional, readDetail, readUsage } from "./judge-detail.ts";

const judgeIdPattern = /^[\p{L}\p{N}_.:@+-]{1,64}\/[\p{L}\p{N}_.:/@+-]{1,128}$/u;

const knownReasons: ReadonlySet<unknown> = new Set(unscoredReasons);

/**
 * What a judge returned, checked and rebuilt as plain JSON with its score rounded; `undefined` when it is no judge
 * result at all: not an object, no judge id, neither a score in [0, 1] nor a known reason, or unreadable. Never throws.
 */
export function readJudgeResult(value: unknown): JudgeResult | undefined {
  try {
    if (!isObject(value)) return undefined;
    const outcome = readOutcome(value["outcome"]);
    const judge = value["judge"];
    if (outcome === undefined || typeof judge !== "string" || !judgeIdPattern.test(judge)) return undefined;
    return {
      outcome,
      judge,
      ...optional("usage", readUsage(value["usage"])),
      ...optional("detail", readDetail(value["detail"])),
    };
  } catch {
    return undefined;
  }
}

function readOutcome(value: unknown): Outcome | undefined {
  if (!isObject(value)) return undefined;
  const { score, reason } = value;
  if (reason === undefined) {
    // Adding 0 makes 0 of -0, which JSON does not know.
    const outcome = typeof score === "number" ? scored(score + 0) : undefined;
    return outcome !== undefined && "score" in outcome ? outcome : undefined;
  }
  return score === undefined && knownReasons.has(reason) ? unscored(reason as UnscoredReason) : undefined;
}
