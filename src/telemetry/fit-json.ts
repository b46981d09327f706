import { cutToJson } from "./cut-text.ts";

/** An entry of a content list: a text, and what is known of it. */
export interface ContentEntry {
  readonly text: string;
  readonly [field: string]: unknown;
}

/**
 * A JSON array of the first entries that fit into `length` characters, brackets included. The first one that does not
 * fit is cut (its text, then without its evidence) and ends the list. `undefined` when not even `[]` fits.
 */
export function fitList(entries: Iterable<ContentEntry>, length: number): string | undefined {
  if (length < 2) return undefined;
  const parts: string[] = [];
  let left = length - 2;
  for (const entry of entries) {
    const separator = parts.length === 0 ? 0 : 1;
    const whole = JSON.stringify(entry);
    const part = whole.length + separator <= left ? whole : cutEntry(entry, left - separator);
    if (part !== undefined) parts.push(part);
    if (part !== whole) break;
    left -= whole.length + separator;
  }
  return `[${parts.join(",")}]`;
}

/** A JSON object of the texts by key, those that fit into `length` characters, the first that does not being cut. */
export function fitRecord(texts: Iterable<readonly [string, string]>, length: number): string | undefined {
  if (length < 2) return undefined;
  const parts: string[] = [];
  let left = length - 2;
  for (const [key, text] of texts) {
    const head = `${parts.length === 0 ? "" : ","}${JSON.stringify(key)}:`;
    const cut = cutToJson(text, left - head.length);
    if (cut === undefined || (cut === "" && text !== "")) break;
    const part = head + JSON.stringify(cut);
    parts.push(part);
    left -= part.length;
    if (cut !== text) break;
  }
  return `{${parts.join("")}}`;
}

function cutEntry(entry: ContentEntry, length: number): string | undefined {
  const { evidence, ...withoutEvidence } = entry;
  for (const candidate of evidence === undefined ? [entry] : [entry, withoutEvidence as ContentEntry]) {
    const frame = JSON.stringify({ ...candidate, text: "" }).length - 2;
    const text = cutToJson(candidate.text, length - frame);
    if (text !== undefined && text !== "") return JSON.stringify({ ...candidate, text });
  }
  return undefined;
}
