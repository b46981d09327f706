import { isSliceValue } from "../core/slice.ts";
import { broken, isRecord, unknownKey, type ValuePath, type Violation } from "../core/violation.ts";
import { checkMetricKeys } from "./check-metric.ts";
import { isUnit } from "./check-sample-ratio.ts";

/** Bounds of `everyMs`. */
export const canaryInterval: { readonly minimumMs: number; readonly maximumMs: number } = {
  minimumMs: 1_000,
  maximumMs: 86_400_000,
};

const caseKeys = ["id", "query", "chunks", "answer", "intentClass", "expect"];

/** What `canaries(options)` returns. */
export function checkCanaries(value: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(value)) return broken(path, "an object with everyMs and cases, as `canaries()` returns it", value);
  const unknown = unknownKey(value, ["everyMs", "cases"], path);
  if (unknown !== undefined) return unknown;
  const { everyMs, cases } = value;
  const { minimumMs, maximumMs } = canaryInterval;
  if (!Number.isInteger(everyMs) || Number(everyMs) < minimumMs || Number(everyMs) > maximumMs)
    return broken([...path, "everyMs"], `an integer from ${minimumMs} to ${maximumMs}`, everyMs);
  if (!Array.isArray(cases) || cases.length === 0)
    return broken([...path, "cases"], "an array of at least one case", cases);
  const ids = new Set<unknown>();
  for (const [index, one] of cases.entries()) {
    const violation = checkCase(one, [...path, "cases", index]);
    if (violation !== undefined) return violation;
    const { id } = one as { readonly id: string };
    if (ids.has(id)) return broken([...path, "cases", index, "id"], "an id that no other case has", id);
    ids.add(id);
  }
  return undefined;
}

function checkCase(value: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(value)) return broken(path, "an object with id, query, chunks, answer and expect", value);
  const unknown = unknownKey(value, caseKeys, path);
  if (unknown !== undefined) return unknown;
  const { id, query, chunks, answer, intentClass } = value;
  const label = "1 to 64 letters, digits or `_ . : / @ + -`";
  if (!isSliceValue(id)) return broken([...path, "id"], label, id);
  if (!isText(query)) return broken([...path, "query"], "a text", query);
  if (!Array.isArray(chunks) || !chunks.every(isChunk))
    return broken(
      [...path, "chunks"],
      "an array of texts, or of chunks (objects with the strings `id` and `text`)",
      chunks,
    );
  if (!isText(answer)) return broken([...path, "answer"], "a text", answer);
  if (intentClass !== undefined && !isSliceValue(intentClass))
    return broken([...path, "intentClass"], `an intent class (${label})`, intentClass);
  return checkExpectations(value["expect"], [...path, "expect"]);
}

function checkExpectations(value: unknown, path: ValuePath): Violation | undefined {
  const rule = 'an object that expects "high", "low" or bounds of at least one metric';
  if (!isRecord(value) || Object.keys(value).length === 0) return broken(path, rule, value);
  const unknown = checkMetricKeys(value, path);
  if (unknown !== undefined) return unknown;
  for (const [metric, expected] of Object.entries(value)) {
    const violation = checkExpectation(expected, [...path, metric]);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function checkExpectation(value: unknown, path: ValuePath): Violation | undefined {
  if (value === "high" || value === "low") return undefined;
  if (!isRecord(value) || Object.keys(value).length === 0)
    return broken(path, '"high", "low", or an object with atLeast, atMost or both', value);
  const unknown = unknownKey(value, ["atLeast", "atMost"], path);
  if (unknown !== undefined) return unknown;
  const { atLeast = 0, atMost = 1 } = value;
  if (!isUnit(atLeast)) return broken([...path, "atLeast"], "a number from 0 to 1", atLeast);
  if (!isUnit(atMost)) return broken([...path, "atMost"], "a number from 0 to 1", atMost);
  return atLeast > atMost ? broken([...path, "atMost"], `at least atLeast (${atLeast})`, atMost) : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && /\S/u.test(value);
}

function isChunk(value: unknown): boolean {
  return isText(value) || (isRecord(value) && typeof value["id"] === "string" && isText(value["text"]));
}
