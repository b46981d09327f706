import type { JudgedClaim, Verdict } from "../../../core/claim.ts";
import { readClaim } from "../evidence/claim-reading.ts";
import { checkSupport, type Check, type CheckOptions } from "../evidence/check-support.ts";
import { evidenceSentence, type EvidenceSentence } from "../evidence/evidence-sentence.ts";
import { isPlanted } from "../evidence/planted-claim.ts";
import type { ReadableChunk } from "../quotes/readable-chunk.ts";
import type { ModelClaim } from "./read-reply.ts";
import { splitClauses } from "./split-clauses.ts";
import { splitCompound } from "./split-compound.ts";

/** What the quotes of a claim turned out to be. */
interface LookedUp {
  /** The sentences that were quoted, those that address the judge aside. */
  readonly evidence: readonly EvidenceSentence[];
  /** Quotes that are not in the chunk they name. */
  readonly fabricated: number;
  /** Whether a quote speaks to the judge instead of about the world. */
  readonly demanded: boolean;
}

/** The share of the overlap that a clause of a supported claim must have. */
const ofClause = 0.5;

/** Judged claims, and how many quotes for them are not where they are said to be. */
export interface ClaimJudgement {
  readonly claims: readonly JudgedClaim[];
  readonly fabricated: number;
}

/**
 * The verdict on a claim: the model's, as far as its quotes and our rules bear it out. A quote that is not in the chunk it
 * names makes the claim unsupported, as do quotes that the rules find too little in. A compound claim becomes several.
 */
export function judgeClaim(claim: ModelClaim, chunks: readonly ReadableChunk[], options: CheckOptions): ClaimJudgement {
  const found = lookUp(claim, chunks);
  const clauses = splitClauses(claim.claim);
  // A clause has few words: in a claim that holds as a whole, only one of which next to nothing is quoted is turned down.
  const holds = clauses.length > 1 && judgeText(claim.claim, claim, found, options).verdict === "supported";
  const bounds = holds ? { ...options, minOverlap: options.minOverlap * ofClause } : options;
  const claims = clauses.flatMap((clause) => {
    const whole = judgeText(clause, claim, found, bounds);
    const parts = splitCompound(clause);
    if (parts.length === 1) return [whole];
    return parts.map((part) =>
      whole.verdict === "supported" ? { ...whole, text: part } : judgeText(part, claim, found, options),
    );
  });
  return { claims, fabricated: found.fabricated };
}

function lookUp({ claim, quotes }: ModelClaim, chunks: readonly ReadableChunk[]): LookedUp {
  const evidence = new Map<string, EvidenceSentence>();
  let [fabricated, demanded] = [0, false];
  for (const { chunk: number, quote } of quotes) {
    const chunk = chunks[number - 1];
    const sentences = chunk?.find(quote);
    if (chunk === undefined || sentences === undefined || sentences.length === 0) {
      fabricated++;
      continue;
    }
    for (const sentence of sentences) {
      const found = evidenceSentence(chunk, sentence);
      if (chunk.isDemanded(sentence) || isPlanted(chunk.text.slice(found.start, found.end), claim)) demanded = true;
      else evidence.set(`${number}:${sentence}`, found);
    }
  }
  return { evidence: [...evidence.values()], fabricated, demanded };
}

function judgeText(text: string, { verdict: said }: ModelClaim, found: LookedUp, options: CheckOptions): JudgedClaim {
  const check = checkSupport(readClaim(text), found.evidence, options);
  const verdict = said === "unsupported" || found.fabricated > 0 ? "unsupported" : verdictOf(said, check);
  const flags = [
    ...(found.fabricated > 0 ? ["fabricated_quote"] : []),
    ...(found.demanded ? ["instruction_quoted"] : []),
    ...(said === "supported" ? check.flags : []),
  ];
  const best = found.evidence[0];
  return {
    text,
    verdict,
    score: verdict === "supported" ? 1 : 0,
    ...(best !== undefined && { chunkId: best.chunk.id, evidence: quotedText(best, found.evidence) }),
    flags,
  };
}

function verdictOf(said: ModelClaim["verdict"], check: Check): Verdict {
  if (said === "contradicted") return check.isAbout ? "contradicted" : "unsupported";
  if (check.holds) return "supported";
  return check.denied && check.isAbout ? "contradicted" : "unsupported";
}

/** The first sentence quoted, with those that follow it without a gap. */
function quotedText(first: EvidenceSentence, evidence: readonly EvidenceSentence[]): string {
  let last = first;
  for (const sentence of evidence.slice(1)) {
    if (sentence.chunk !== first.chunk || sentence.number !== last.number + 1) break;
    last = sentence;
  }
  return first.chunk.text.slice(first.start, last.end);
}
