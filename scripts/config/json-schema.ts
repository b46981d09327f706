import { criterionPattern } from "../../src/config/check-metric.ts";
import { judgeIdPattern } from "../../src/config/check-thresholds.ts";
import { alertingSchema } from "./alerting-schema.ts";
import type { OptionRule } from "../../src/config/option-spec.ts";
import { fileOptionNames, optionSpecs } from "../../src/config/option-specs.ts";
import { triadMetrics } from "../../src/core/metric.ts";
import { sliceValuePattern } from "../../src/core/slice.ts";

/** The JSON Schema of the configuration file, from the table of options. */
export function configSchema(): Record<string, unknown> {
  const options = fileOptionNames.map((name) => {
    const { rule, doc, default: value } = optionSpecs[name];
    return [
      name,
      { description: doc, ...(value === undefined ? {} : { default: value }), ...ruleSchema(rule) },
    ] as const;
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "rag-triad configuration file",
    description:
      "Read by readConfig(path) or named by RAG_TRIAD_CONFIG. Besides this schema: page is at most warning, and no two thresholds are for the same metric, judge and intent class; the windows of alerting grow from page to long, and every burn rate can be reached.",
    type: "object",
    additionalProperties: false,
    properties: { $schema: { type: "string" }, ...Object.fromEntries(options), alerting: alertingSchema() },
    definitions: {
      share: { type: "number", minimum: 0, maximum: 1 },
      label: { type: "string", pattern: sliceValuePattern.source },
      metric: { anyOf: [{ enum: [...triadMetrics] }, { type: "string", pattern: criterionPattern.source }] },
      threshold: {
        type: "object",
        additionalProperties: false,
        required: ["metric", "warning", "page"],
        properties: {
          metric: { $ref: "#/definitions/metric" },
          judge: { type: "string", pattern: judgeIdPattern.source, description: "A judge's name/version." },
          intentClass: { allOf: [{ $ref: "#/definitions/label" }, { not: { const: "default" } }] },
          warning: { $ref: "#/definitions/share" },
          page: { $ref: "#/definitions/share" },
        },
      },
    },
  };
}

function ruleSchema(rule: OptionRule): Record<string, unknown> {
  switch (rule.kind) {
    case "label":
    case "label or function":
      return { type: "string", pattern: sliceValuePattern.source };
    case "integer":
      return { type: "integer", minimum: rule.minimum, maximum: rule.maximum };
    case "ratio":
      return {
        anyOf: [
          { $ref: "#/definitions/share" },
          {
            type: "object",
            propertyNames: { $ref: "#/definitions/metric" },
            additionalProperties: { $ref: "#/definitions/share" },
          },
        ],
      };
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return { enum: [...rule.choices] };
    case "thresholds":
      return { type: "array", items: { $ref: "#/definitions/threshold" } };
    case "judges":
    case "canaries":
    case "function":
    case "object":
    case "config":
      throw new Error(`A file cannot hold a value of kind ${rule.kind}`);
  }
}
