import { scoreLabels, trafficLabels, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";
import { incrementName, longStepWindow, stepWindow } from "./scores.ts";

/** The name of the objectives as data. */
export const objectiveName = "rag:slo_objective:ratio";

/** `pipeline:rag_score_budget:burnrate1h`. */
export function burnRateName(window: string): string {
  return `pipeline:rag_score_budget:burnrate${window}`;
}

/** `pipeline:rag_score_budget:remaining28d`. */
export function remainingName(window: string): string {
  return `pipeline:rag_score_budget:remaining${window}`;
}

/** `pipeline:rag_scored:increase5m`. */
export const scoredName: string = `pipeline:rag_scored:increase${stepWindow}`;

/** `pipeline:rag_scored:increase28d`. */
export function scoredInBudgetName(window: string): string {
  return `pipeline:rag_scored:increase${window}`;
}

const violationsName = `pipeline:rag_violations:increase${stepWindow}`;

/** The objectives as constant series; none until one is set. */
export function objectiveData({ settings }: RuleContext): readonly Recording[] {
  return Object.entries(settings.objectives).map(([metric, objective]) => ({
    record: objectiveName,
    doc: "The share of scores that must not violate.",
    expr: `vector(${objective})`,
    labels: { rag_metric: metric },
  }));
}

/** The share of a judge's scores below a threshold, at most 1 (the first sample of a series is in the counter alone). */
export function violationRatio(context: RuleContext, window: string): Recording {
  const by = scoreLabels(context, "intent");
  return {
    record: `intent:rag_violations:ratio${window}`,
    doc: `The share of scores below a threshold within ${window}.`,
    expr: `clamp_max(
    sum by (${by}, rag_severity) (increase(rag_violations_total[${context.profile.range(window)}]))
  / on (${by}) group_left ()
    (${incrementName("intent", "count", window)} > 0),
  1
)`,
  };
}

/**
 * What budgets are summed from. Violations of all judges add up: each was decided at its own judge's threshold. Both
 * counters start at 0 with their slice, so that neither sees more of a burst than the other.
 */
export function budgetIncrements(context: RuleContext): readonly Recording[] {
  const by = `${trafficLabels(context, "pipeline")}, rag_metric`;
  const range = context.profile.range(stepWindow);
  return [
    {
      record: violationsName,
      doc: `Scores below their warning threshold within ${stepWindow}, over all judges.`,
      expr: `sum by (${by}) (increase(rag_violations_total{rag_severity="warning"}[${range}]))`,
    },
    {
      record: scoredName,
      doc: `Scores within ${stepWindow}, over all judges.`,
      expr: `sum by (${by}) (increase(rag_evaluations_total{rag_outcome="scored"}[${range}]))`,
    },
  ];
}

/** How many times faster than allowed the budget is spent; nothing without an objective. */
export function burnRate(context: RuleContext, window: string): Recording {
  return {
    record: burnRateName(window),
    doc: `How many times faster than the objective allows the budget is spent, over ${window}.`,
    expr: `  (${summed(context, violationsName, window)} / (${summed(context, scoredName, window)} > 0))
/ on (rag_metric) group_left ()
  (1 - max by (rag_metric) (${objectiveName}))`,
  };
}

/**
 * The scores of the budget's period, and what is left of the budget: 1 all, 0 nothing, negative overspent. A period is
 * some weeks, and summed from half hours.
 */
export function remainingBudget(context: RuleContext): readonly Recording[] {
  const window = context.settings.budgetWindow;
  const [scored, violations] = [
    `pipeline:rag_scored:increase${longStepWindow}`,
    `pipeline:rag_violations:increase${longStepWindow}`,
  ];
  return [
    {
      record: violations,
      doc: `Scores below their warning threshold within ${longStepWindow}, over all judges.`,
      expr: summed(context, violationsName, longStepWindow),
    },
    {
      record: scored,
      doc: `Scores within ${longStepWindow}, over all judges.`,
      expr: summed(context, scoredName, longStepWindow),
    },
    {
      record: scoredInBudgetName(window),
      doc: `Scores within ${window}, over all judges.`,
      expr: summed(context, scored, window, longStepWindow),
    },
    {
      record: remainingName(window),
      doc: `What is left of the error budget of ${window}: 1 is all, 0 nothing.`,
      expr: `1 - (
    (${summed(context, violations, window, longStepWindow)} / (${scoredInBudgetName(window)} > 0))
  / on (rag_metric) group_left ()
    (1 - max by (rag_metric) (${objectiveName}))
)`,
    },
  ];
}

/** The sum of increments over a window, one after the other, from those recorded for `step`. */
export function summed({ profile }: RuleContext, name: string, window: string, step: string = stepWindow): string {
  return window === step ? name : `sum_over_time(${name}[${profile.range(window)}:${profile.range(step)}])`;
}
