/** A premise and a claim as the model reads them: token ids with the special ones, and which part each is of. */
export interface EncodedPair {
  readonly ids: readonly number[];
  /** 0 for the premise, 1 for the claim; of the same length. */
  readonly typeIds: readonly number[];
}

/** What a model says of a pair; both probabilities, in [0, 1]. */
export interface Entailment {
  /** That the claim follows from the premise. */
  readonly entailment: number;
  /** That it is denied by the premise; 0 for models that do not tell. */
  readonly contradiction: number;
}

/** A natural language inference model, as a port. It never cuts a text. */
export interface EntailmentModel {
  /** Tokens that premise and claim may have together, the special ones included. */
  readonly maxTokens: number;
  /** Special tokens of a pair. */
  readonly pairTokens: number;
  /** Tokens of a text by itself, without special ones. */
  countTokens(text: string): number;
  /** The pair, whole, even where it is longer than {@link maxTokens}. */
  encode(premise: string, claim: string): EncodedPair;
  /** Judges pairs together, in one run of the model; none may be longer than {@link maxTokens}. In the pairs' order. */
  classify(pairs: readonly EncodedPair[]): Promise<readonly Entailment[]>;
}
