import { countVerdicts, type JudgedChunk, type JudgedClaim, type Verdict } from "../core/claim.ts";
import { claimLimit, type Detail, type Usage } from "../core/judge.ts";

/** Beyond these a judge's detail is left out or cut; far above what an interaction within its limits yields. */
const limits = { entries: 100_000, textCharacters: 262_144, flags: 64, flagCharacters: 128 } as const;

const verdicts: ReadonlySet<unknown> = new Set<Verdict>(["supported", "contradicted", "unsupported"]);

/**
 * The known parts of a judge's detail as fresh plain JSON. A list with a malformed entry is left out as a whole:
 * half a list of claims would be counted as if it were all of them.
 */
export function readDetail(value: unknown): Detail | undefined {
  if (!isObject(value)) return undefined;
  const { chunks, relevantChunkRatio, claims, explanation } = value;
  const detail: Detail = {
    ...optional("chunks", readList(chunks, readChunk)),
    ...optional("relevantChunkRatio", readUnit(relevantChunkRatio)),
    ...readClaims(claims),
    ...optional("explanation", readText(explanation)),
  };
  return Object.keys(detail).length === 0 ? undefined : detail;
}

/** The counts and costs of a judge that are finite and not negative. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined;
  const usage: Usage = {
    ...optional("inputTokens", readAmount(value["inputTokens"])),
    ...optional("outputTokens", readAmount(value["outputTokens"])),
    ...optional("cost", readAmount(value["cost"])),
  };
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** Whether a value is an object whose properties can be read. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** `{ [key]: value }`, or nothing when the value is `undefined`. */
export function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V });
}

function readChunk(value: unknown): JudgedChunk | undefined {
  if (!isObject(value)) return undefined;
  const id = readText(value["id"]);
  const score = readUnit(value["score"]);
  return id === undefined || score === undefined ? undefined : { id, score };
}

function readClaim(value: unknown): JudgedClaim | undefined {
  if (!isObject(value)) return undefined;
  const text = readText(value["text"]);
  const verdict = value["verdict"];
  const score = readUnit(value["score"]);
  if (text === undefined || score === undefined || !verdicts.has(verdict)) return undefined;
  return {
    text,
    verdict: verdict as Verdict,
    score,
    ...optional("chunkId", readText(value["chunkId"])),
    ...optional("evidence", readText(value["evidence"])),
    flags: readFlags(value["flags"]),
  };
}

/** The claims, cut to the limit; with counts of all of them when some are cut. */
function readClaims(value: unknown): Pick<Detail, "claims" | "claimCounts"> {
  const claims = readList(value, readClaim);
  if (claims === undefined || claims.length <= claimLimit) return optional("claims", claims);
  return { claims: claims.slice(0, claimLimit), claimCounts: countVerdicts(claims) };
}

function readFlags(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const flags = value.slice(0, limits.flags).filter((flag: unknown) => typeof flag === "string");
  return flags.map((flag: string) => flag.slice(0, limits.flagCharacters));
}

function readList<T>(value: unknown, readEntry: (entry: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > limits.entries) return undefined;
  const list: T[] = [];
  for (const entry of value as readonly unknown[]) {
    const read = readEntry(entry);
    if (read === undefined) return undefined;
    list.push(read);
  }
  return list;
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, limits.textCharacters) : undefined;
}

function readUnit(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 1 ? value + 0 : undefined;
}

function readAmount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value + 0 : undefined;
}
