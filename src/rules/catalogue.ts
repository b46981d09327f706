import type { RuleContext } from "./context.ts";
import { ruleProfiles } from "./profile.ts";
import { ruleFiles } from "./rule-files.ts";
import { isRecording, type Alert, type Recording, type Rule } from "./rule.ts";
import { defaultConfig, resolveRuleSettings } from "./settings.ts";

/** All rules as two lists, for what walks over them: tests, runbooks, dashboards, docs. */
export interface RuleCatalogue {
  readonly recordings: readonly Recording[];
  readonly alerts: readonly Alert[];
}

/** What the shipped files are made from. */
export const defaultContext: RuleContext = {
  settings: resolveRuleSettings(defaultConfig),
  profile: ruleProfiles.production,
};

/** The rules of a context, in the order of the files. */
export function ruleCatalogue(context: RuleContext): RuleCatalogue {
  const rules: readonly Rule[] = ruleFiles(context).flatMap(({ groups }) => groups.flatMap((group) => group.rules));
  return {
    recordings: rules.filter(isRecording),
    alerts: rules.filter((rule): rule is Alert => !isRecording(rule)),
  };
}

/** The alerts' names, each once, in the order of the files. */
export function alertNames(alerts: readonly Alert[]): readonly string[] {
  return [...new Set(alerts.map(({ alert }) => alert))];
}
