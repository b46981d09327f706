import { judgeIdPattern } from "../check-thresholds.ts";
import { broken, type ValuePath, type Violation } from "../../core/violation.ts";

/** A Prometheus job: anything but what is blank, control characters, line breaks, and what YAML refuses. */
export const jobPattern: RegExp = /^(?=.*\S)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]+$/u;

/** Labels of rag-triad's own metrics that do not begin with `rag_`; a test holds them to the table of instruments. The last is the SDK's. */
export const metricLabels: readonly string[] = ["error_type", "gen_ai_token_type", "otel_metric_overflow"];

/** What rules set themselves, and `job` and `le`, which they know of. */
const ruleLabels = ["job", "le", "severity", "category", "scope", "component", "policy", "long", "short", "alertname"];

/** What PromQL does not take in `by (…)`. */
const promqlWords = ["[wW][iI][tT][hH][oO][uU][tT]", "[iI][nN][fF]", "[nN][aA][nN]"];

/** A label that rules may keep: of targets, and not of metrics or rules. */
export const keptLabelPattern: RegExp = new RegExp(
  `^(?!__|rag_|(${[...ruleLabels, ...metricLabels, ...promqlWords].join("|")})$)[a-zA-Z_][a-zA-Z0-9_]{0,63}$`,
);

/** What the names of a list must match, and how a message says it. */
export const namePatterns: Readonly<
  Record<"job" | "judge" | "label", { readonly pattern: RegExp; readonly rule: string }>
> = {
  job: { pattern: jobPattern, rule: "a job's name: not blank, without control characters and line breaks" },
  judge: { pattern: judgeIdPattern, rule: 'a judge\'s "name/version"' },
  label: {
    pattern: keptLabelPattern,
    rule: `the name of a target label that rules can group by, that they do not set themselves and that no metric of rag-triad has (not ${[...ruleLabels, ...metricLabels].join(", ")}, rag_…, without, inf, nan)`,
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
