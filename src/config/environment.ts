import { checkValue } from "./check-value.ts";
import { optionError } from "../core/option-error.ts";
import { environmentName, type OptionRule } from "./option-spec.ts";
import { optionNames, optionSpecs } from "./option-specs.ts";
import { broken, type Violation } from "../core/violation.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const numberPattern = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * The options that the environment sets, checked. An empty variable is an unset one. `config` is left to the caller:
 * its variable holds a path.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` that names the variable.
 */
export function readEnvironment(environment: Environment): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of optionNames) {
    const { rule, environment: hasVariable } = optionSpecs[name];
    if (!hasVariable || rule.kind === "config") continue;
    const text = variable(environment, environmentName(name));
    if (text === undefined) continue;
    const parsed = parse(rule, text);
    const violation = checkValue(rule, parsed, [name]);
    if (violation !== undefined) {
      throw optionError(asWritten(violation, parsed, text), { kind: "environment", variable: environmentName(name) });
    }
    values[name] = parsed;
  }
  return values;
}

/** A variable's text without the white space around it; `undefined` when nothing is left. */
export function variable(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  return text === "" ? undefined : text;
}

function parse(rule: OptionRule, text: string): unknown {
  switch (rule.kind) {
    case "integer":
      return numberPattern.test(text) ? Number(text) : text;
    case "ratio":
      return numberPattern.test(text) ? Number(text) : parseJson(text);
    case "boolean":
      return booleans.get(text.toLowerCase()) ?? text;
    case "thresholds":
      return parseJson(text);
    default:
      return text;
  }
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** The value of a JSON text, else the text itself: the rule then refuses the string. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Shows the variable's own text where the whole value is wrong. */
function asWritten(violation: Violation, parsed: unknown, text: string): Violation {
  if ("unknownOf" in violation || violation.path.length > 1 || violation.value !== parsed) return violation;
  const rule = violation.rule === "a boolean" ? "true, false, 1 or 0" : violation.rule;
  return broken(violation.path, typeof parsed === "string" && /^[[{]/.test(text) ? `valid JSON: ${rule}` : rule, text);
}
