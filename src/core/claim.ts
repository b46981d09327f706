/** What the retrieved context says about a claim. */
export type Verdict = "supported" | "contradicted" | "unsupported";

/** One atomic statement of the answer, judged against the retrieved context. Its text and evidence are content. */
export interface JudgedClaim {
  readonly text: string;
  readonly verdict: Verdict;
  /** Support in [0, 1]. */
  readonly score: number;
  /** The chunk that holds the best evidence, if any does. */
  readonly chunkId?: string;
  /** The best evidence, verbatim from the chunk. */
  readonly evidence?: string;
  /** What the judge noticed, e.g. `number_missing`, `negation_mismatch`. */
  readonly flags: readonly string[];
}

/** The query relevance of one chunk, in [0, 1]. */
export interface JudgedChunk {
  readonly id: string;
  readonly score: number;
}

/** How many claims got each verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** Counts the claims by verdict. */
export function countVerdicts(claims: readonly JudgedClaim[]): VerdictCounts {
  const counts = { supported: 0, contradicted: 0, unsupported: 0 };
  for (const { verdict } of claims) counts[verdict]++;
  return counts;
}
