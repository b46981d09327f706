import { durationSeconds } from "../../config/alerting/duration.ts";
import { minimum, type RuleContext } from "../context.ts";
import { burnRateName, remainingName, scoredInBudgetName, scoredName, summed } from "../recordings/violations.ts";
import type { Alert } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, diagnosesOf, serviceText } from "./annotations.ts";

/** The error budget burns too fast, or is spent. Silent until an objective is set. */
export function budgetAlerts(context: RuleContext): readonly Alert[] {
  return [...context.settings.burnWindows.map((_, index) => burn(context, index)), exhausted(context)].filter(
    (alert) => alert !== undefined,
  );
}

function burn(context: RuleContext, index: number): Alert | undefined {
  const { burnWindows, budgetWindow, minimumPage } = context.settings;
  const window = burnWindows[index];
  if (window === undefined) return undefined;
  const { severity, long, short, factor } = window;
  const days = durationSeconds(budgetWindow) / 86_400 / factor;
  return alertOf(context, {
    alert: "RagErrorBudgetBurn",
    for: window.for,
    labels: { severity, category: "budget", scope: "service", long, short },
    expr: `  ${burnRateName(long)} > ${factor}
and
  ${burnRateName(short)} > ${factor}
and
  ${summed(context, scoredName, short)} >= ${minimum(context, minimumPage)}`,
    text: {
      summary: `${serviceText(context)} spends its error budget of {{ $labels.rag_metric }} too fast.`,
      description: `Over ${long} the budget is spent {{ $value | printf "%.1f" }} times as fast as the objective allows (alert above ${factor}, at which ${budgetWindow} last ${Number(days.toFixed(1))} days). ${currentContextRelevance(context, "service")}`,
      diagnosis: diagnosesOf(context, "service"),
    },
  });
}

function exhausted(context: RuleContext): Alert {
  const { budgetWindow, minimumComparison } = context.settings;
  return alertOf(context, {
    alert: "RagErrorBudgetExhausted",
    for: "15m",
    labels: { severity: "warning", category: "budget", scope: "service", policy: "freeze" },
    expr: `  ${remainingName(budgetWindow)} <= 0
and
  ${scoredInBudgetName(budgetWindow)} >= ${minimum(context, minimumComparison)}`,
    text: {
      summary: `The error budget of {{ $labels.rag_metric }} of ${serviceText(context)} is spent: releases that do not mend it wait.`,
      description: `The budget of ${budgetWindow} is {{ if lt $value 0.0 }}overspent by {{ $value | humanizePercentage | reReplaceAll "^-" "" }}{{ else }}spent, and not overspent{{ end }}. ${currentContextRelevance(context, "service")}`,
      diagnosis: diagnosesOf(context, "service"),
    },
  });
}
