import { isRecording, type RuleFile, type Rule } from "../rule.ts";

/** Writes a value as YAML, texts of several lines as literal blocks. */
export type YamlWriter = (value: unknown) => string;

/** The text of a rule file: YAML, with a head that says what it is and where it comes from. */
export function renderRuleFile(file: RuleFile, head: readonly string[], writeYaml: YamlWriter): string {
  const comments = [file.doc, ...head].map((line) => `# ${line}\n`).join("");
  const groups = file.groups.map(({ name, interval, rules }) => ({ name, interval, rules: rules.map(ruleFields) }));
  return `${comments}${writeYaml({ groups })}`;
}

function ruleFields(rule: Rule): Record<string, unknown> {
  if (isRecording(rule)) return { record: rule.record, expr: rule.expr, ...optional("labels", rule.labels) };
  return {
    alert: rule.alert,
    expr: rule.expr,
    ...optional("for", rule.for),
    ...optional("keep_firing_for", rule.keepFiringFor),
    labels: rule.labels,
    annotations: rule.annotations,
  };
}

function optional(key: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [key]: value };
}
