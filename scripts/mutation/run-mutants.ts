import { isDeepStrictEqual } from "node:util";
import { batchRules, type Batch } from "../../test/rules/batch.ts";
import { promtoolDifferences } from "../../test/rules/promtool-differences.ts";
import { promtoolFiles } from "../../test/rules/promtool-files.ts";
import { testRules } from "../../test/rules/run-promtool.ts";
import type { Rule, RuleFile } from "../../src/rules/rule.ts";
import type { RuleMutant } from "./rule-mutants.ts";

/** A batch that passes, the rules it loads, and how long it takes. */
export interface TimedBatch {
  readonly batch: Batch;
  readonly rules: readonly Rule[];
  readonly seconds: number;
}

/** What became of a mutant: the batch that failed with it, none when it survived. */
export interface MutantResult {
  readonly mutant: RuleMutant;
  readonly killedBy: string | undefined;
  /** How many batches load the rule. */
  readonly batches: number;
}

/** Runs every batch on the rules as they are. Throws when one fails: nothing could be said about mutants. */
export async function timeBatches(command: string, batches: readonly Batch[]): Promise<readonly TimedBatch[]> {
  return inPairs(batches, async (batch) => {
    const files = batchRules(batch);
    const { passed, seconds, output } = await testRules(command, promtoolFiles(batch, files));
    if (!passed) {
      throw new Error(`The batch "${batch.name}" fails without any mutant:\n${promtoolDifferences(output) || output}`);
    }
    return { batch, rules: rulesOf(files), seconds };
  });
}

/** Runs the batches that load a mutant's rule, the fastest first, until one fails. */
export async function runMutant(
  command: string,
  mutant: RuleMutant,
  batches: readonly TimedBatch[],
): Promise<MutantResult> {
  const relevant = batches
    .filter(({ rules }) => rules.some((rule) => isSame(rule, mutant.original)))
    .toSorted((left, right) => left.seconds - right.seconds);
  const mutate = (files: readonly RuleFile[]): readonly RuleFile[] =>
    files.map((file) => ({
      ...file,
      groups: file.groups.map((group) => ({
        ...group,
        rules: group.rules.flatMap((rule) => {
          if (!isSame(rule, mutant.original)) return [rule];
          return mutant.mutated === undefined ? [] : [mutant.mutated];
        }),
      })),
    }));
  for (const { batch } of relevant) {
    const { passed } = await testRules(command, promtoolFiles(batch, batchRules(batch, mutate)));
    if (!passed) return { mutant, killedBy: batch.name, batches: relevant.length };
  }
  return { mutant, killedBy: undefined, batches: relevant.length };
}

/** Two at a time, in order. */
export async function inPairs<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index] as T);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

function rulesOf(files: readonly RuleFile[]): readonly Rule[] {
  return files.flatMap(({ groups }) => groups.flatMap(({ rules }) => rules));
}

/** The same rule in another configuration; what it says of itself in words may differ. */
function isSame(left: Rule, right: Rule): boolean {
  return left.expr === right.expr && isDeepStrictEqual(left, right);
}
