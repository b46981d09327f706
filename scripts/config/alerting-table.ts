import { alertingNames, alertingSpecs } from "../../src/config/alerting/alerting-specs.ts";
import type { AlertingRule, AlertingSpec } from "../../src/config/alerting/alerting-spec.ts";

/** The part of docs/options.md on the section `alerting`, from its table. */
export function alertingTable(): string {
  const rows = alertingNames.map((name) => {
    const spec = alertingSpecs[name];
    return `| ${[`\`${name}\``, typeOf(spec.rule), spec.unit ?? "", boundsOf(spec.rule), defaultOf(spec), spec.doc].join(" | ")} |`;
  });
  return `## Alerting

The section \`alerting\` of the configuration file, with its \`thresholds\`, is what \`rag-triad rules\` makes rules and
dashboards from ([docs/cli.md](cli.md#rag-triad-rules)). \`createRagTriad\` checks it too, so that both read one file, and has no
use for it. It is no option and has no environment variables.

| key of \`alerting\` | type | unit | bounds | default | what it does |
|---|---|---|---|---|---|
${rows.join("\n")}

A duration is a whole number with \`s\`, \`m\`, \`h\` or \`d\`. The windows grow: \`pageWindow\` < \`warningWindow\` < \`slowWindow\` <
\`longWindow\`. A burn window's short window is at least \`5m\`, its long one longer than that and at most \`budgetWindow\`. With every
score a violation a budget burns 1 / (1 − objective) times as fast as allowed and never faster, so that a factor of that size or
more is refused: it could never alert.
`;
}

function typeOf(rule: AlertingRule): string {
  switch (rule.kind) {
    case "label":
      return "string";
    case "names":
      return "array of strings";
    case "objectives":
      return "object of numbers by metric";
    case "burn windows":
      return "array of objects";
    case "duration":
      return "duration";
    case "integer":
      return "integer";
    case "share":
      return "number";
    case "url":
      return "http(s) address";
  }
}

function boundsOf(rule: AlertingRule): string {
  switch (rule.kind) {
    case "label":
      return "1 to 64 letters, digits or `_ . : / @ + -`";
    case "names":
      return rule.of === "judge" ? "`name/version`, each once" : "each once";
    case "objectives":
      return "above 0, below 1";
    case "duration":
    case "integer":
      return `${rule.minimum} to ${rule.maximum}`;
    case "share":
      if (rule.without === undefined) return "0 to 1";
      return rule.without === 0 ? "above 0 to 1" : "0 to below 1";
    case "url":
      return rule.placeholder === undefined ? "" : `with \`${rule.placeholder}\``;
    case "burn windows":
      return "see below";
  }
}

function defaultOf({ default: value }: AlertingSpec): string {
  return value === undefined ? "" : `\`${JSON.stringify(value)}\``;
}
