import { checkOptions, objectCheck, refuseOption } from "../../core/check-options.ts";
import type { Judge, JudgeSet } from "../../core/judge.ts";
import { isSliceValue } from "../../core/slice.ts";
import { combinedJudge } from "./combined-judge.ts";
import { checkSet, checkThresholds, combine, missingFrom, setCheck, type CheckedSet } from "./judge-set.ts";

/** Options of {@link route}. */
export interface RouteOptions {
  /** The judges of an intent class; a metric that a class's set leaves out is the default's. */
  readonly byIntentClass: Readonly<Record<string, JudgeSet>>;
  /** The judges of every other intent class, `unknown` too. Has a judge for every metric of the others. */
  readonly default: JudgeSet;
}

/**
 * Judges the interactions of each intent class with the judges for that class: the exact judge where a wrong answer is
 * dear. Outside a triad, where there is no intent class, the default judges.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`; also when the default set lacks a metric of a class.
 */
export function route(options: RouteOptions): JudgeSet {
  checkOptions(options, { byIntentClass: objectCheck, default: setCheck }, ["route"]);
  const usual = checkSet(options.default, ["route", "default"]);
  const classes = checkClasses(options.byIntentClass, usual);
  checkThresholds([usual, ...classes.values()], ["route"]);
  return combine(usual.keys(), (metric) => {
    const standard = usual.get(metric);
    if (standard === undefined) return undefined;
    const special = new Map<string, Judge>();
    for (const [intentClass, set] of classes) {
      const judge = set.get(metric);
      if (judge !== undefined) special.set(intentClass, judge);
    }
    if (special.size === 0) return standard;
    return combinedJudge({
      name: "route",
      members: [standard, ...new Set(special.values())],
      judge: (interaction, { slice, delegate }) =>
        delegate((slice && special.get(slice.intentClass)) ?? standard, interaction),
    });
  });
}

function checkClasses(byIntentClass: unknown, usual: CheckedSet): ReadonlyMap<string, CheckedSet> {
  const path = ["route", "byIntentClass"];
  const classes = new Map<string, CheckedSet>();
  for (const [intentClass, value] of Object.entries((byIntentClass ?? {}) as Record<string, unknown>)) {
    if (!isSliceValue(intentClass))
      refuseOption(path, "an object by intent class (1 to 64 letters, digits or `_ . : / @ + -`)", intentClass);
    const set = checkSet(value, [...path, intentClass]);
    const missing = missingFrom(usual, set);
    if (missing.length > 0) {
      const rule = `a judge set with metrics of \`default\` only (not so: ${missing.join(", ")})`;
      refuseOption([...path, intentClass], rule, value);
    }
    classes.set(intentClass, set);
  }
  if (classes.size === 0) refuseOption(path, "an object with the judges of at least one intent class", byIntentClass);
  return classes;
}
