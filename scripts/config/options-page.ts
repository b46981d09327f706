import { alertingTable } from "./alerting-table.ts";
import { environmentName, type OptionRule, type OptionSpec } from "../../src/config/option-spec.ts";
import { optionNames, optionSpecs } from "../../src/config/option-specs.ts";

/** docs/options.md, from the table of options. */
export function optionsPage(): string {
  const rows = optionNames.map((name) => {
    const spec = optionSpecs[name];
    const cells = [
      `\`${name}\``,
      typeOf(spec.rule),
      spec.unit ?? "",
      boundsOf(spec.rule),
      defaultOf(spec),
      spec.environment ? `\`${environmentName(name)}\`` : "",
      spec.inFile ? "yes" : "",
      spec.doc,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `${introduction}
| option | type | unit | bounds | default | environment | in file | what it does |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}

${details}
${alertingTable()}`;
}

function typeOf(rule: OptionRule): string {
  switch (rule.kind) {
    case "label":
      return "string";
    case "label or function":
      return "string or function";
    case "integer":
      return "integer";
    case "ratio":
      return "number, or object of numbers by metric";
    case "choice":
      return rule.choices.map((choice) => `\`"${choice}"\``).join(" or ");
    case "thresholds":
      return "array of objects";
    case "judges":
      return "object of judges by metric";
    case "canaries":
      return "what `canaries(options)` returns";
    case "object":
      return `object with \`${rule.method}\``;
    case "config":
      return "what `readConfig(path)` returns";
    case "boolean":
    case "function":
      return rule.kind;
  }
}

function boundsOf(rule: OptionRule): string {
  switch (rule.kind) {
    case "label":
    case "label or function":
      return "1 to 64 letters, digits or `_ . : / @ + -`";
    case "integer":
      return `${rule.minimum} to ${rule.maximum}`;
    case "ratio":
      return "0 to 1";
    default:
      return "";
  }
}

function defaultOf(spec: OptionSpec): string {
  if (spec.required) return "required";
  return spec.default === undefined ? "" : `\`${JSON.stringify(spec.default)}\``;
}

const introduction = `# Options

<!-- Written by \`npm run generate\` from src/config/option-specs.ts; a test holds them together. -->

Everything that \`createRagTriad(options)\` takes. The same option may be set in four places; the stronger one wins:
**options > environment > configuration file > default**.

Every value is checked when \`createRagTriad\` is called. A value that breaks its rule, an unknown option and an unknown
key of the file are refused with \`ERR_RAG_TRIAD_OPTION\`; the message names the place, the rule, the value and its type.
`;

const details = `## Environment

An empty variable counts as unset. Numbers are decimal; booleans are \`true\`, \`false\`, \`1\` or \`0\`;
\`RAG_TRIAD_SAMPLE_RATIO\` is a number or a JSON object such as \`{"groundedness": 0.1}\`; \`RAG_TRIAD_THRESHOLDS\` is a JSON
array; \`RAG_TRIAD_CONFIG\` is the path of a configuration file. A bad value is refused even if an option overrides it.

\`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT\` decides about content when \`captureContent\` is set nowhere:
\`SPAN_ONLY\`, \`EVENT_ONLY\`, \`SPAN_AND_EVENT\` or \`true\`; \`NO_CONTENT\`, \`false\` and values it does not know record none.

## The configuration file

\`\`\`json
{
  "$schema": "./node_modules/rag-triad/schema/rag-triad.config.schema.json",
  "sampleRatio": { "groundedness": 1, "context_relevance": 0.2 },
  "thresholds": [
    { "metric": "groundedness", "judge": "embedded/1", "intentClass": "billing", "warning": 0.5, "page": 0.4 }
  ],
  "alerting": { "services": ["support"], "baselineModelVersion": "gpt-5-mini" }
}
\`\`\`

It is read only when it is named: \`createRagTriad({ pipeline, config: readConfig("rag-triad.config.json") })\` or
\`RAG_TRIAD_CONFIG\`. A file that cannot be read or is not JSON is \`ERR_RAG_TRIAD_CONFIG_FILE\`, with line and column.

## Thresholds

Each entry is for a \`metric\` and, if given, one \`judge\` (\`name/version\`) and one \`intentClass\` (any but
\`default\`, which is what metrics call all classes without an entry). \`warning\` and \`page\` are in [0, 1] and \`page\` is
at most \`warning\`: a score below \`warning\` warns, one below \`page\` pages. For a score, the most specific
entry counts (judge and intent class, judge, intent class, neither); without any, the judge's own thresholds.
Entries of several sources add up; of two for the same metric, judge and intent class, the stronger source's counts.

## Sample ratio by metric

Metrics left out of the object are scored always. The sample is drawn from the interaction's own id: what is sampled at
0.1 is sampled at 0.3 too.
`;
