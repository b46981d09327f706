import { alertingNames, alertingSpecs } from "../../src/config/alerting/alerting-specs.ts";
import type { AlertingRule } from "../../src/config/alerting/alerting-spec.ts";
import { runbookPattern, urlPattern } from "../../src/config/alerting/check-alerting.ts";
import { burnWindowKeys } from "../../src/config/alerting/check-burn-windows.ts";
import { namePatterns } from "../../src/config/alerting/check-names.ts";
import { durationPattern } from "../../src/config/alerting/duration.ts";

/** The JSON Schema of the section `alerting`, from its table. */
export function alertingSchema(): Record<string, unknown> {
  const properties = alertingNames.map((name) => {
    const { rule, doc, default: value } = alertingSpecs[name];
    return [
      name,
      { description: doc, ...(value === undefined ? {} : { default: value }), ...ruleSchema(rule) },
    ] as const;
  });
  return {
    description:
      "What `rag-triad rules` makes rules and dashboards from, besides thresholds; createRagTriad has no use for it.",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

function ruleSchema(rule: AlertingRule): Record<string, unknown> {
  switch (rule.kind) {
    case "label":
      return { $ref: "#/definitions/label" };
    case "names":
      return {
        type: "array",
        uniqueItems: true,
        items: { type: "string", pattern: namePatterns[rule.of].pattern.source },
      };
    case "objectives":
      return {
        type: "object",
        propertyNames: { $ref: "#/definitions/metric" },
        additionalProperties: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      };
    case "burn windows":
      return {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          required: [...burnWindowKeys],
          properties: {
            severity: { enum: ["warning", "page"] },
            long: durationSchema,
            short: durationSchema,
            factor: { type: "number", exclusiveMinimum: 0, maximum: 1000 },
            for: durationSchema,
          },
        },
      };
    case "duration":
      return durationSchema;
    case "integer":
      return { type: "integer", minimum: rule.minimum, maximum: rule.maximum };
    case "share":
      return rule.without === undefined
        ? { $ref: "#/definitions/share" }
        : {
            type: "number",
            ...(rule.without === 0 ? { exclusiveMinimum: 0, maximum: 1 } : { minimum: 0, exclusiveMaximum: 1 }),
          };
    case "url":
      return { type: "string", pattern: (rule.placeholder === undefined ? urlPattern : runbookPattern).source };
  }
}

const durationSchema = { type: "string", pattern: durationPattern.source };
