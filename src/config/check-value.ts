import { isSliceValue } from "../core/slice.ts";
import { checkCanaries } from "./check-canaries.ts";
import { checkConfig } from "./check-config.ts";
import { checkJudges } from "./check-judges.ts";
import { checkSampleRatio } from "./check-sample-ratio.ts";
import { checkThresholds } from "./check-thresholds.ts";
import type { OptionRule } from "./option-spec.ts";
import { broken, type ValuePath, type Violation } from "../core/violation.ts";

/** What a slice label must be, for messages. */
export const labelRule = "a string of 1 to 64 letters, digits or `_ . : / @ + -` (a label, never free text)";

/** The first broken rule of an option's value, if any. */
export function checkValue(rule: OptionRule, value: unknown, path: ValuePath): Violation | undefined {
  switch (rule.kind) {
    case "label":
      return isSliceValue(value) ? undefined : broken(path, labelRule, value);
    case "label or function":
      return typeof value === "function" || isSliceValue(value)
        ? undefined
        : broken(path, `${labelRule}, or a function of the query`, value);
    case "integer": {
      const { minimum, maximum } = rule;
      const holds = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      return holds ? undefined : broken(path, `an integer from ${minimum} to ${maximum}`, value);
    }
    case "ratio":
      return checkSampleRatio(value, path);
    case "boolean":
      return typeof value === "boolean" ? undefined : broken(path, "a boolean", value);
    case "choice":
      return rule.choices.some((choice) => choice === value)
        ? undefined
        : broken(path, `one of ${rule.choices.map((choice) => `"${choice}"`).join(", ")}`, value);
    case "thresholds":
      return checkThresholds(value, path);
    case "judges":
      return checkJudges(value, path);
    case "canaries":
      return checkCanaries(value, path);
    case "function":
      return typeof value === "function" ? undefined : broken(path, "a function", value);
    case "object":
      return hasMethod(value, rule.method)
        ? undefined
        : broken(path, `an object with a method \`${rule.method}\``, value);
    case "config":
      return checkConfig(value, path);
  }
}

function hasMethod(value: unknown, method: string): boolean {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return typeof (value as Record<string, unknown>)[method] === "function";
}
