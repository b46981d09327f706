import type { Rules } from "./rules.ts";

/** How claims are judged by entailment; complete. Bounds and defaults: `src/nli/nli-options.ts`. */
export interface EntailmentSettings extends Rules {
  /** The best few sentences that a claim is held against first. 0: windows alone. */
  readonly evidenceSentences: number;
  /** A claim is entailed by a premise from this probability on. */
  readonly entailedFrom: number;
  /** A claim that nothing entails is contradicted from this probability on. */
  readonly contradictedFrom: number;
  /** Tokens, padding included, that one run of the model may have. */
  readonly maxBatchTokens: number;
  /** Pairs of a claim and a premise that one answer may take; what needs more is `too_long`. */
  readonly maxPairs: number;
}
