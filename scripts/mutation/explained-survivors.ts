/** Mutants that no test can kill, or that none should, and why. */
export interface ExplainedSurvivor {
  /** Matches the whole name of a mutant: of every one that it matches it must be true. */
  readonly name: RegExp;
  readonly why: string;
}

/** The list is checked both ways: an unexplained survivor fails the run, and so does an explained mutant that dies. */
export const explainedSurvivors: readonly ExplainedSurvivor[] = [];
