import { parseConfig } from "../../../src/config/config-file.ts";
import type { RuleContext } from "../../../src/rules/context.ts";
import { ruleProfiles, type ProfileName } from "../../../src/rules/profile.ts";
import { resolveRuleSettings } from "../../../src/rules/settings.ts";

/** The context of a configuration file with this content, checked as a file is. */
export function contextOf(file: unknown, profile: ProfileName = "production"): RuleContext {
  return {
    settings: resolveRuleSettings(parseConfig(JSON.stringify(file), "rag.json")),
    profile: ruleProfiles[profile],
  };
}
