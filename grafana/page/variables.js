import { labelValues } from "./prometheus.js";

/** What a variable without a choice matches. */
const all = ".*";

/**
 * The variables of a dashboard with what there is to choose. Each offers what the choices before it leave; `chosen` is
 * the address' `var-…`, a list for each name.
 */
export async function readVariables(dashboard, chosen, time) {
  const variables = [];
  for (const { type, name, label, query } of dashboard.templating.list) {
    if (type !== "query") continue;
    const parsed = /^label_values\((.*), (\w+)\)$/s.exec(query);
    if (parsed === null) throw new Error(`The variable ${name} has no label_values: ${query}`);
    const values = await labelValues(interpolate(parsed[1], valuesOf(variables)), parsed[2], time);
    variables.push({ name, label, values, chosen: chosen.getAll(`var-${name}`).filter((value) => value !== "$__all") });
  }
  return variables;
}

/** The pattern that each variable stands for in queries. */
export function valuesOf(variables) {
  return Object.fromEntries(
    variables.map(({ name, chosen }) => [name, chosen.length === 0 ? all : chosen.map(escaped).join("|")]),
  );
}

/** A text with its variables replaced. */
export function interpolate(text, values) {
  return text.replaceAll(/\$(\w+)/g, (whole, name) => values[name] ?? whole);
}

/** The values that a repeated panel has a copy for. */
export function repeatsOf(variables, name) {
  const variable = variables.find((candidate) => candidate.name === name);
  if (variable === undefined) return [];
  return variable.chosen.length === 0 ? variable.values : variable.chosen;
}

/** A value as a pattern within a PromQL string. */
export function escaped(value) {
  return value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\\$&`).replaceAll('"', String.raw`\"`);
}
