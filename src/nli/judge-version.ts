import { judgeVersion, shortHash } from "../judge/judge-version.ts";
import type { NliJudgeOptions } from "./nli-options.ts";

/** Changes when the same model would judge otherwise. */
const procedure = "1";

/** Options that change scores when they are set. */
const scoringOptions = [
  "labels",
  "evidenceSentences",
  "entailedFrom",
  "contradictedFrom",
  "numbers",
  "negations",
  "maxTokens",
] as const satisfies readonly (keyof NliJudgeOptions)[];

/**
 * The version of an NLI judge: `1+<model>`, and a hash of the options that change its scores, if any is set. Scores of
 * two models or two settings then never share a judge id.
 */
export function versionOf(model: string, options: NliJudgeOptions): string {
  const set = scoringOptions.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  return judgeVersion(procedure, model, set.length === 0 ? undefined : shortHash(JSON.stringify(set)));
}
