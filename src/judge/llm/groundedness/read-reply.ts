import { readList, readNumber } from "../json-fields.ts";
import type { JsonObject, JsonValue } from "../parse-json.ts";
import { foldText } from "../quotes/fold-text.ts";
import { noClaimMark, unsupportedMark } from "./prompt.ts";

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

const verdicts: ReadonlyMap<JsonValue | undefined, ModelVerdict> = new Map([
  ["supported", "supported"],
  ["contradicted", "contradicted"],
  [unsupportedMark, "unsupported"],
  ["unsupported", "unsupported"],
  [noClaimMark, "none"],
]);

/** The claims of a reply; `undefined` when it is of another shape or has a verdict that is none of ours. */
export function readClaims(value: JsonObject): readonly ModelClaim[] | undefined {
  return readList(value["claims"], (entry): ModelClaim | undefined => {
    const statement = readNumber(entry["statement"]);
    const claim = entry["claim"];
    const verdict = verdicts.get(entry["verdict"]);
    const quotes = readList(entry["quotes"] ?? [], readQuote);
    if (statement === undefined || typeof claim !== "string" || verdict === undefined || quotes === undefined)
      return undefined;
    return {
      statement,
      claim,
      verdict,
      quotes: quotes.filter(isQuote).slice(0, mostQuotes),
    };
  });
}

/** Signs alone say nothing, nor does the mark for what has no support. */
function isQuote({ quote }: ModelQuote): boolean {
  return quote.trim() !== unsupportedMark && foldText(quote) !== "";
}

function readQuote(entry: JsonObject): ModelQuote | undefined {
  const chunk = readNumber(entry["chunk"]);
  const quote = entry["quote"];
  return chunk === undefined || typeof quote !== "string" ? undefined : { chunk, quote };
}
