import { isRecording, type Rule, type RuleFile, type RuleGroup } from "../rule.ts";

/** Writes a value as YAML, texts of several lines as literal blocks. */
export type YamlWriter = (value: unknown) => string;

/** The text of a rule file: YAML, with a head that says what it is and where it comes from, and a word on each record. */
export function renderRuleFile(file: RuleFile, head: readonly string[], writeYaml: YamlWriter): string {
  const comments = [file.doc, ...head].map((line) => `# ${line}\n`).join("");
  return `${comments}groups:\n${file.groups.map((group) => renderGroup(group, writeYaml)).join("")}`;
}

function renderGroup({ name, interval, rules }: RuleGroup, writeYaml: YamlWriter): string {
  const parts = rules.map((rule, index) => {
    const before = rules[index - 1];
    const doc = isRecording(rule) ? rule.doc : "";
    const isSaid = before !== undefined && isRecording(before) && before.doc === doc;
    return `${doc === "" || isSaid ? "" : `# ${doc}\n`}${writeYaml([ruleFields(rule)])}`;
  });
  return `${indented(writeYaml([{ name, interval }]), 2)}    rules:\n${indented(parts.join(""), 6)}`;
}

/** Every line that is not empty, moved to the right: blocks count their indentation from their parent's. */
function indented(text: string, spaces: number): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(spaces));
}

/** A rule as Prometheus reads it. */
export function ruleFields(rule: Rule): Record<string, unknown> {
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
