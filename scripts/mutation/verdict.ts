import type { ExplainedSurvivor } from "./explained-survivors.ts";

/** A mutant's name, and whether it survived. */
export interface MutantOutcome {
  readonly name: string;
  readonly survived: boolean;
}

/** What a run says: nothing when every survivor is explained and every explanation is true. */
export function problemsOf(
  outcomes: readonly MutantOutcome[],
  explained: readonly ExplainedSurvivor[],
  isWholeRun: boolean,
): readonly string[] {
  const explains = ({ name: pattern }: ExplainedSurvivor, name: string): boolean =>
    new RegExp(`^(?:${pattern.source})$`, pattern.flags).test(name);
  return [
    ...outcomes
      .filter(({ name, survived }) => survived && !explained.some((each) => explains(each, name)))
      .map(({ name }) => `survived, and nothing explains it: ${name}`),
    ...outcomes
      .filter(({ name, survived }) => !survived && explained.some((each) => explains(each, name)))
      .map(({ name }) => `explained as a survivor, and killed: ${name}`),
    ...explained
      .filter((each) => isWholeRun && !outcomes.some(({ name }) => explains(each, name)))
      .map(({ name }) => `explains no mutant: ${name.source}`),
  ];
}
