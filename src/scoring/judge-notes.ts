import {
  findingIds,
  judgeWarningCodes,
  type Findings,
  type JudgeNotes,
  type JudgeResult,
  type JudgeWarning,
  type ShadowScore,
} from "../core/judge.ts";
import { isObject, optional, readUsage } from "./judge-detail.ts";
import { isJudgeId, readScore } from "./judge-outcome.ts";

/** Beyond these the notes are cut: a result names few shadows and warnings, and a message is a sentence or two. */
const limits = { entries: 100, messageCharacters: 1_000, count: 1_000_000 } as const;

const warningCodes: ReadonlySet<unknown> = new Set(judgeWarningCodes);

/** What a judge notes on its way, checked; never throws. */
export function readJudgeNotes(value: unknown): JudgeNotes {
  try {
    if (!isObject(value)) return {};
    const { findings, warnings } = value;
    return {
      ...optional("usage", readUsage(value["usage"])),
      ...optional("findings", readFindings(findings)),
      ...optional("warnings", readEntries(warnings, readWarning)),
    };
  } catch {
    return {};
  }
}

/** What a judge notes beside its outcome, as fresh plain JSON; what is not as it should be is left out. */
export function readNotes(
  value: Readonly<Record<string, unknown>>,
): Pick<JudgeResult, "findings" | "shadows" | "warnings"> {
  return {
    ...optional("findings", readFindings(value["findings"])),
    ...optional("shadows", readEntries(value["shadows"], readShadow)),
    ...optional("warnings", readEntries(value["warnings"], readWarning)),
  };
}

function readFindings(value: unknown): Findings | undefined {
  if (!isObject(value)) return undefined;
  const known = findingIds.flatMap((id) => {
    const count = value[id];
    const isCount = typeof count === "number" && Number.isInteger(count) && count > 0 && count <= limits.count;
    return isCount ? [[id, count] as const] : [];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function readShadow(value: unknown): ShadowScore | undefined {
  if (!isObject(value)) return undefined;
  const { judge } = value;
  const score = readScore(value["score"]);
  return score === undefined || !isJudgeId(judge) ? undefined : { judge, score };
}

function readWarning(value: unknown): JudgeWarning | undefined {
  if (!isObject(value)) return undefined;
  const { code, message } = value;
  if (!warningCodes.has(code) || typeof message !== "string") return undefined;
  return { code: code as JudgeWarning["code"], message: message.slice(0, limits.messageCharacters) };
}

function readEntries<T>(value: unknown, read: (entry: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.slice(0, limits.entries).flatMap((entry: unknown) => read(entry) ?? []);
  return entries.length === 0 ? undefined : entries;
}
