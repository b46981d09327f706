import type { RuleContext } from "./context.ts";
import { budgetAlerts } from "./alerts/budget.ts";
import { comparisonAlerts } from "./alerts/comparison.ts";
import { judgeAlerts } from "./alerts/judges.ts";
import { monitorAlerts } from "./alerts/monitor.ts";
import { qualityAlerts, slowAlert } from "./alerts/quality.ts";
import { blindAlert, refusalAlert, retrievalAlerts } from "./alerts/retrieval.ts";
import { scoringAlerts } from "./alerts/scoring.ts";
import { baselineData, drift, regression } from "./recordings/comparison.ts";
import { retrievalTrouble } from "./recordings/retrieval-trouble.ts";
import { longStepWindow, mean, rawIncrements, rolledUp, stepWindow, summedIncrements } from "./recordings/scores.ts";
import { effectiveThresholds, knownStreams, low, shortfall, thresholdData } from "./recordings/thresholds.ts";
import {
  coverage,
  emptyRetrievalOfIntents,
  evaluations,
  judgings,
  longTraffic,
  refusalRatio,
  refusals,
  requests,
  retrievalErrors,
  retrievals,
} from "./recordings/traffic.ts";
import { answerable, emptyRetrieval, usuallyRefused } from "./recordings/usual-refusals.ts";
import { budgetIncrements, burnRate, objectiveData, remainingBudget, violationRatio } from "./recordings/violations.ts";
import type { Rule, RuleFile } from "./rule.ts";

/** All rules, in the files they are shipped in. */
export function ruleFiles(context: RuleContext): readonly RuleFile[] {
  const { settings, profile } = context;
  const { pageWindow, warningWindow, slowWindow, longWindow } = settings;
  const fast = (name: string, rules: readonly Rule[]) => ({ name, interval: profile.interval, rules });
  const slow = (name: string, rules: readonly Rule[]) => ({ name, interval: profile.slowInterval, rules });
  const { metrics } = settings;
  return [
    {
      name: "rag-data.rules.yml",
      doc: "Thresholds, objectives and the baseline model version as constant series.",
      groups: [fast("rag-data", [...thresholdData(context), ...objectiveData(context), ...baselineData(context)])],
    },
    {
      name: "rag-recordings.rules.yml",
      doc: "Increments, traffic-weighted means, thresholds in force, shares and budgets.",
      groups: [
        fast("rag-scores", [
          ...rawIncrements(context, "slice", stepWindow),
          ...rolledUp(context, "slice", "intent", stepWindow),
          mean("intent", stepWindow),
          ...[pageWindow, warningWindow].flatMap((window) => [
            ...rawIncrements(context, "intent", window),
            ...rolledUp(context, "intent", "pipeline", window),
            mean("intent", window),
            mean("pipeline", window),
          ]),
          knownStreams(context, [warningWindow, longWindow]),
          ...effectiveThresholds(),
          shortfall(context, pageWindow, "page"),
          shortfall(context, warningWindow, "warning"),
          low(context, pageWindow, settings.minimumPage),
          low(context, warningWindow, settings.minimumWarning),
          violationRatio(context, warningWindow),
        ]),
        fast("rag-traffic", [
          requests(context, "intent", stepWindow),
          refusals(context, stepWindow),
          requests(context, "intent", pageWindow),
          requests(context, "pipeline", pageWindow),
          requests(context, "intent", warningWindow),
          refusals(context, warningWindow),
          refusalRatio(warningWindow),
          usuallyRefused(context),
          ...[stepWindow, pageWindow].flatMap((window) => [
            emptyRetrievalOfIntents(context, window),
            answerable(context, window),
            emptyRetrieval(context, window),
            ...retrievals(context, window),
            retrievalErrors(context, "intent", window),
            retrievalErrors(context, "pipeline", window),
          ]),
          ...(["empty", "errors"] as const).flatMap((kind) => [
            ...retrievalTrouble(context, "intent", kind),
            ...retrievalTrouble(context, "pipeline", kind),
          ]),
          evaluations(context, pageWindow),
          judgings(context, pageWindow),
          evaluations(context, warningWindow),
          ...coverage(context, warningWindow),
        ]),
        fast("rag-budget", [
          ...budgetIncrements(context),
          ...burnWindowNames(context).map((window) => burnRate(context, window)),
        ]),
        slow("rag-long", [
          ...summedIncrements(context, longStepWindow, stepWindow),
          ...summedIncrements(context, slowWindow, longStepWindow),
          ...summedIncrements(context, longWindow, longStepWindow),
          ...[slowWindow, longWindow].flatMap((window) => [
            ...rolledUp(context, "slice", "intent", window),
            ...rolledUp(context, "intent", "pipeline", window),
            mean("slice", window),
            mean("intent", window),
            mean("pipeline", window),
          ]),
          ...longTraffic(context, longWindow),
          ...regression(context),
          ...drift(context),
          ...remainingBudget(context),
        ]),
      ],
    },
    {
      name: "rag-alerts.rules.yml",
      doc: "The alerts.",
      groups: [
        fast(
          "rag-quality-alerts",
          metrics.flatMap((metric) => [...qualityAlerts(context, metric), slowAlert(context, metric)]),
        ),
        fast(
          "rag-comparison-alerts",
          metrics.flatMap((metric) => comparisonAlerts(context, metric)),
        ),
        fast("rag-retrieval-alerts", [...retrievalAlerts(context), refusalAlert(context)]),
        fast("rag-budget-alerts", budgetAlerts(context)),
        fast("rag-monitor-alerts", [
          blindAlert(context),
          ...scoringAlerts(context),
          ...judgeAlerts(context),
          ...monitorAlerts(context),
        ]),
      ],
    },
  ];
}

function burnWindowNames({ settings }: RuleContext): readonly string[] {
  return [...new Set(settings.burnWindows.flatMap(({ long, short }) => [short, long]))];
}
