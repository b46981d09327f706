import type { Interaction } from "../../core/interaction.ts";

/** What the keyword scores of an interaction amount to. */
export type KeywordShares =
  /** One share in [0, 1] a chunk, in their order: its keyword score divided by the attainable maximum. */
  | { readonly shares: readonly number[] }
  /** There is none: the query has no keyword (`no_keyword`), or there is no bound, or one that a score is not within (`unbounded`). */
  | { readonly shares: undefined; readonly why: "no_keyword" | "unbounded" };

/** A score may exceed its bound by this share of it, for rounding. */
const tolerance = 1e-6;

/**
 * Keyword scores on a scale from 0 to the most that the query can attain. A chunk that the keyword search has not found
 * has 0, as has one below 0. Never scaled by the best chunk of the request: that would make the best irrelevant chunk a 1.
 */
export function keywordShares({ chunks, keywordScoreMax: max }: Interaction): KeywordShares {
  const scores = chunks.map(({ keywordScore }) => Math.max(0, keywordScore ?? 0));
  const isBound = max !== undefined && Number.isFinite(max) && max >= 0;
  if (!isBound || !scores.every((score) => score <= max * (1 + tolerance)))
    return { shares: undefined, why: "unbounded" };
  if (max === 0) return { shares: undefined, why: "no_keyword" };
  return { shares: scores.map((score) => Math.min(1, score / max)) };
}
