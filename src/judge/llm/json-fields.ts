import type { JsonObject, JsonValue } from "./parse-json.ts";

/** Every entry of a list of objects; `undefined` when it is none or one of them cannot be read. */
export function readList<T>(
  value: JsonValue | undefined,
  readEntry: (entry: JsonObject) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: T[] = [];
  for (const entry of value as readonly JsonValue[]) {
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return undefined;
    const read = readEntry(entry as JsonObject);
    if (read === undefined) return undefined;
    list.push(read);
  }
  return list;
}

/** A number that counts something: a positive integer, also in digits ("2", "chunk 2"). */
export function readNumber(value: JsonValue | undefined): number | undefined {
  const digits =
    typeof value === "string" ? /^\s*(?:chunk|statement)?\s*#?(\d{1,9})\s*$/iu.exec(value)?.[1] : undefined;
  if (digits !== undefined) return readNumber(Number(digits));
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
