import { readList, readNumber } from "../json-fields.ts";
import type { JsonObject, JsonValue } from "../parse-json.ts";
import { foldText } from "../quotes/fold-text.ts";
import { unsupportedMark } from "./prompt.ts";

/** What the model says of a claim; `none` when the statement states nothing. */
export type ModelVerdict = "supported" | "contradicted" | "unsupported" | "none";

/** A quote as the model gives it. */
export interface ModelQuote {
  /** The chunk's number, from 1. */
  readonly chunk: number;
  readonly quote: string;
}

/** A claim as the model gives it. */
export interface ModelClaim {
  /** The statement's number, from 1. */
  readonly statement: number;
  readonly claim: string;
  readonly verdict: ModelVerdict;
  readonly quotes: readonly ModelQuote[];
}

/** Quotes of one claim that are looked up; no claim needs more. */
const mostQuotes = 16;

const verdicts: ReadonlyMap<string, ModelVerdict> = new Map([
  ["supported", "supported"],
  ["contradicted", "contradicted"],
  ["unsupported", "unsupported"],
  ["not supported", "unsupported"],
  ["no claim", "none"],
]);

/** What a reply may leave out, since it can only be one. */
export interface OnlyOnes {
  /** The number of the only statement. */
  readonly statement?: number;
  /** The number of the only chunk. */
  readonly chunk?: number;
}

/**
 * The claims of a reply; `undefined` when it is of another shape or has a verdict that is none of ours. Small slips are
 * read as what they can only mean: verdicts in other letters, numbers in digits, a quote without its list,
 * `[UNSUPPORTED]` in place of quotes.
 */
export function readClaims(value: JsonObject, only: OnlyOnes = {}): readonly ModelClaim[] | undefined {
  return readList(value["claims"], (entry): ModelClaim | undefined => {
    const statement = entry["statement"] === undefined ? only.statement : readNumber(entry["statement"]);
    const claim = entry["claim"];
    const given = quotesOf(entry);
    const verdict = entry["verdict"] === undefined ? impliedVerdict(given) : readVerdict(entry["verdict"]);
    if (statement === undefined || typeof claim !== "string" || verdict === undefined) return undefined;
    const quotes = readQuotes(given, only);
    // What is not supported needs no quotes that can be read.
    if (quotes === undefined && (verdict === "supported" || verdict === "contradicted")) return undefined;
    return { statement, claim, verdict, quotes: (quotes ?? []).filter(isQuote).slice(0, mostQuotes) };
  });
}

function readVerdict(value: JsonValue | undefined): ModelVerdict | undefined {
  if (typeof value !== "string") return undefined;
  return verdicts.get(plain(value).replaceAll("_", " "));
}

/** Without a verdict only the mark in place of quotes says what is meant. */
function impliedVerdict(quotes: readonly JsonValue[]): ModelVerdict | undefined {
  return quotes.length > 0 && quotes.every(isMark) ? "unsupported" : undefined;
}

function quotesOf(entry: JsonObject): readonly JsonValue[] {
  const quotes = entry["quotes"] ?? (typeof entry["quote"] === "string" ? entry : []);
  return Array.isArray(quotes) ? (quotes as readonly JsonValue[]) : [quotes as JsonValue];
}

function readQuotes(given: readonly JsonValue[], only: OnlyOnes): readonly ModelQuote[] | undefined {
  const objects = given
    .filter((each) => !isMark(each))
    .map((each) => (typeof each === "string" ? { quote: each } : each));
  return readList(objects, (entry): ModelQuote | undefined => {
    const chunk = entry["chunk"] === undefined ? only.chunk : readNumber(entry["chunk"]);
    const quote = entry["quote"];
    return chunk === undefined || typeof quote !== "string" ? undefined : { chunk, quote };
  });
}

/** Signs alone say nothing, nor does the mark for what has no support. */
function isQuote({ quote }: ModelQuote): boolean {
  return !isMark(quote) && foldText(quote) !== "";
}

function isMark(value: JsonValue): boolean {
  return typeof value === "string" && plain(value) === plain(unsupportedMark);
}

/** In small letters, without brackets. */
function plain(text: string): string {
  return text.replace(/^[\s[]+|[\s\]]+$/g, "").toLowerCase();
}
