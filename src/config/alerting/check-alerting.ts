import { isSliceValue } from "../../core/slice.ts";
import { isUnit } from "../check-sample-ratio.ts";
import { broken, isRecord, unknownKey, type ValuePath, type Violation } from "../../core/violation.ts";
import type { AlertingOptions } from "./alerting-options.ts";
import type { AlertingRule } from "./alerting-spec.ts";
import { alertingNames, alertingSpecs } from "./alerting-specs.ts";
import { checkAlertingWhole } from "./check-alerting-whole.ts";
import { checkBurnWindows } from "./check-burn-windows.ts";
import { checkNames } from "./check-names.ts";
import { checkObjectives } from "./check-objectives.ts";
import { durationPattern, durationSeconds } from "./duration.ts";

/** The first broken rule of the section `alerting`: of one value, then of several together. */
export function checkAlerting(value: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(value)) return broken(path, "an object", value);
  const unknown = unknownKey(value, alertingNames, path);
  if (unknown !== undefined) return unknown;
  for (const name of alertingNames) {
    if (value[name] === undefined) continue;
    const violation = checkAlertingValue(alertingSpecs[name].rule, value[name], [...path, name]);
    if (violation !== undefined) return violation;
  }
  return checkAlertingWhole(value as AlertingOptions, path);
}

function checkAlertingValue(rule: AlertingRule, value: unknown, path: ValuePath): Violation | undefined {
  switch (rule.kind) {
    case "label":
      return isSliceValue(value)
        ? undefined
        : broken(path, "a string of 1 to 64 letters, digits or `_ . : / @ + -`", value);
    case "names":
      return checkNames(rule.of, value, path);
    case "objectives":
      return checkObjectives(value, path);
    case "burn windows":
      return checkBurnWindows(value, path);
    case "duration": {
      const seconds = typeof value === "string" && durationPattern.test(value) ? durationSeconds(value) : Number.NaN;
      const holds = seconds >= durationSeconds(rule.minimum) && seconds <= durationSeconds(rule.maximum);
      return holds
        ? undefined
        : broken(path, `a duration such as "30m" from ${rule.minimum} to ${rule.maximum}`, value);
    }
    case "integer": {
      const { minimum, maximum } = rule;
      const holds = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      return holds ? undefined : broken(path, `an integer from ${minimum} to ${maximum}`, value);
    }
    case "share":
      return isUnit(value) && value !== rule.without
        ? undefined
        : broken(path, shareRules[rule.without ?? "all"], value);
    case "url": {
      const pattern = rule.placeholder === undefined ? urlPattern : runbookPattern;
      const suffix = rule.placeholder === undefined ? "" : ` with \`${rule.placeholder}\` in it`;
      return typeof value === "string" && pattern.test(value)
        ? undefined
        : broken(path, `an http or https address${suffix}, without other braces, quotes or white space`, value);
    }
  }
}

/** What a share must be, without one of its ends or with both. */
const shareRules = {
  all: "a number from 0 to 1",
  0: "a number above 0 to 1 (nothing is below 0)",
  1: "a number from 0 to below 1 (nothing is above 1)",
} as const;

/** An address that can stand in an annotation: braces would be taken for a template. */
export const urlPattern: RegExp = /^https?:\/\/[^\s"'`\\{}]+$/;

/** The same with `{alert}` in it, any number of times. */
export const runbookPattern: RegExp = /^https?:\/\/[^\s"'`\\{}]+\{alert\}([^\s"'`\\{}]|\{alert\})*$/;
