import { mutantName, type RuleMutant } from "./rule-mutants.ts";

/**
 * Some of the mutants: so many of every rule, the same ones each time, whatever other rules there are. Which ones is
 * decided by a hash of their names (FNV-1a, 32 bits).
 */
export function sampleMutants(mutants: readonly RuleMutant[], perRule: number): readonly RuleMutant[] {
  const byRule = Map.groupBy(mutants, ({ original }) => original);
  return [...byRule.values()].flatMap((ofRule) =>
    ofRule
      .map((mutant) => ({ mutant, order: hash(mutantName(mutant)) }))
      .toSorted((left, right) => left.order - right.order)
      .slice(0, perRule)
      .map(({ mutant }) => mutant),
  );
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
