import { judgeIdPattern } from "../check-thresholds.ts";
import { broken, type ValuePath, type Violation } from "../../core/violation.ts";

/** A Prometheus job: what may stand in a matcher and in a template without escapes. */
export const jobPattern: RegExp = /^[\p{L}\p{N}_.:/@+-]{1,128}$/u;

/** A label that rules may keep: not one that they set or need themselves, nor a word that PromQL does not take in `by (…)`. */
export const keptLabelPattern: RegExp =
  /^(?!__|rag_|(job|le|severity|category|scope|component|policy|long|short|alertname|[wW][iI][tT][hH][oO][uU][tT]|[iI][nN][fF]|[nN][aA][nN])$)[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** What the names of a list must match, and how a message says it. */
export const namePatterns: Readonly<
  Record<"job" | "judge" | "label", { readonly pattern: RegExp; readonly rule: string }>
> = {
  job: { pattern: jobPattern, rule: "a job's name: 1 to 128 letters, digits or `_ . : / @ + -`" },
  judge: { pattern: judgeIdPattern, rule: 'a judge\'s "name/version"' },
  label: {
    pattern: keptLabelPattern,
    rule: "a Prometheus label name that rules can group by and do not set themselves (not job, le, severity, category, scope, component, policy, long, short, rag_…, without, inf, nan)",
  },
};

/** A list of different names. */
export function checkNames(kind: keyof typeof namePatterns, value: unknown, path: ValuePath): Violation | undefined {
  if (!Array.isArray(value)) return broken(path, "an array of strings", value);
  const { pattern, rule } = namePatterns[kind];
  for (const [index, name] of value.entries()) {
    if (typeof name !== "string" || !pattern.test(name)) return broken([...path, index], rule, name);
    if (value.indexOf(name) < index) return broken([...path, index], "a name that is not in the list already", name);
  }
  return undefined;
}
