import { isRecording, type Rule } from "../../src/rules/rule.ts";
import { expressionMutants, scaled } from "./expression-mutants.ts";

/** One mistake in one rule. */
export interface RuleMutant {
  readonly original: Rule;
  /** `undefined`: the rule is left out. */
  readonly mutated: Rule | undefined;
  readonly kind: string;
  readonly what: string;
}

/** Every mutant of a rule: of its expression, its waits, its labels, and the rule left out. */
export function mutantsOf(rule: Rule): readonly RuleMutant[] {
  const of = (kind: string, what: string, mutated: Rule | undefined): RuleMutant => ({
    original: rule,
    mutated,
    kind,
    what,
  });
  return numbered([
    of("rule", "rule: left out", undefined),
    ...expressionMutants(rule.expr).map(({ kind, what, expression }) => of(kind, what, { ...rule, expr: expression })),
    ...labelMutants(rule, of),
    ...waitMutants(rule, of),
  ]);
}

/** The same change at another place says so. */
function numbered(mutants: readonly RuleMutant[]): readonly RuleMutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const count = (seen.get(mutant.what) ?? 0) + 1;
    seen.set(mutant.what, count);
    return count === 1 ? mutant : { ...mutant, what: `${mutant.what} (${count})` };
  });
}

type Make = (kind: string, what: string, mutated: Rule) => RuleMutant;

function labelMutants(rule: Rule, of: Make): readonly RuleMutant[] {
  const labels: Readonly<Record<string, string>> = rule.labels ?? {};
  const without = Object.keys(labels).map((name) => {
    const { [name]: _, ...rest } = labels;
    return of("rule's label", `rule's label: without ${name}`, { ...rule, labels: rest } as Rule);
  });
  if (isRecording(rule)) return without;
  const severity = { page: "warning", warning: "page", none: "warning" }[rule.labels.severity];
  return [
    ...without,
    of("severity", `severity: ${severity}`, { ...rule, labels: { ...rule.labels, severity } } as Rule),
  ];
}

function waitMutants(rule: Rule, of: Make): readonly RuleMutant[] {
  if (isRecording(rule)) return [];
  const { for: wait, keepFiringFor: keep } = rule;
  return [
    ...(wait === undefined
      ? []
      : [2, 0.5].map((factor) =>
          of("for", `for: ${wait} → ${scaled(wait, factor)}`, { ...rule, for: scaled(wait, factor) }),
        )),
    ...(keep === undefined
      ? []
      : [2, 0.5].map((factor) =>
          of("keep_firing_for", `keep_firing_for: ${keep} → ${scaled(keep, factor)}`, {
            ...rule,
            keepFiringFor: scaled(keep, factor),
          }),
        )),
  ];
}

/** What a mutant is called in reports and in the list of explained survivors. */
export function mutantName({ original, what }: RuleMutant): string {
  return `${ruleName(original)} ${what}`;
}

/** A rule's name, with what sets it apart from others of that name. */
export function ruleName(rule: Rule): string {
  const labels: Readonly<Record<string, string>> = rule.labels ?? {};
  const apart = ["rag_metric", "rag_judge", "rag_intent_class", "rag_severity", "scope", "long", "job"].flatMap(
    (name) => (labels[name] === undefined ? [] : [labels[name]]),
  );
  return `${isRecording(rule) ? rule.record : rule.alert}{${apart.join(",")}}`;
}
