import { findJudge, type Judge, type JudgeResult } from "../core/judge.ts";
import { isObject, optional, readDetail, readUsage } from "./judge-detail.ts";
import { readNotes } from "./judge-notes.ts";
import { isJudgeId, readOutcome } from "./judge-outcome.ts";

/**
 * What a judge returned, checked and rebuilt as plain JSON with its score rounded; `undefined` when it is no judge
 * result at all: not an object, no judge id, neither a score in [0, 1] nor a known reason, or unreadable. Never throws.
 */
export function readJudgeResult(value: unknown): JudgeResult | undefined {
  try {
    if (!isObject(value)) return undefined;
    const outcome = readOutcome(value["outcome"]);
    const judge = value["judge"];
    if (outcome === undefined || !isJudgeId(judge)) return undefined;
    return {
      outcome,
      judge,
      ...optional("usage", readUsage(value["usage"])),
      ...optional("detail", readDetail(value["detail"])),
      ...readNotes(value),
    };
  } catch {
    return undefined;
  }
}

/** A judge's result, if it is one and names this judge or a member of it: ids are metric labels, and bounded. So are its shadows'. */
export function soundResult(judge: Judge, value: unknown): JudgeResult | undefined {
  const result = readJudgeResult(value);
  if (result === undefined || findJudge(judge, result.judge) === undefined) return undefined;
  const { shadows, ...rest } = result;
  const known = shadows?.filter((shadow) => findJudge(judge, shadow.judge) !== undefined) ?? [];
  return known.length === 0 ? rest : { ...rest, shadows: known };
}
