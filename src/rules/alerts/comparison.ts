import type { MetricId } from "../../core/metric.ts";
import { driftMarginName, driftName, dropMarginName, dropName } from "../recordings/comparison.ts";
import type { RuleContext } from "../context.ts";
import type { Alert } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, diagnosesOf, serviceText } from "./annotations.ts";
import { alertWord, metricWords } from "./quality.ts";

/** A model version below the baseline, and an intent class below its own past: by enough, and by more than chance. */
export function comparisonAlerts(context: RuleContext, metric: MetricId): readonly Alert[] {
  const { slowWindow, longWindow, regressionDrop, driftDrop } = context.settings;
  return [
    alertOf(context, {
      alert: `Rag${alertWord(metric)}Regression`,
      for: "30m",
      labels: { severity: "warning", category: "quality", scope: "model", rag_metric: metric },
      expr: `  ${dropName(slowWindow)}{rag_metric="${metric}"} >= ${regressionDrop}
and
  ${dropName(slowWindow)} > ${dropMarginName(slowWindow)}`,
      text: {
        summary: `The ${metricWords(metric)} of model version {{ $labels.rag_model_version }} on intent class {{ $labels.rag_intent_class }} in ${serviceText(context)} is below the baseline's.`,
        description: `Its mean over ${slowWindow} is {{ $value | printf "%.3f" }} below the baseline model version's by {{ $labels.rag_judge }}. ${currentContextRelevance(context, "model")}`,
        diagnosis: diagnosesOf(context, "model"),
      },
    }),
    alertOf(context, {
      alert: `Rag${alertWord(metric)}Drift`,
      for: "30m",
      labels: { severity: "warning", category: "quality", scope: "intent", rag_metric: metric },
      expr: `  ${driftName(slowWindow)}{rag_metric="${metric}"} >= ${driftDrop}
and
  ${driftName(slowWindow)} > ${driftMarginName(slowWindow)}`,
      text: {
        summary: `The ${metricWords(metric)} of intent class {{ $labels.rag_intent_class }} in ${serviceText(context)} has drifted below its own past.`,
        description: `Its mean over ${slowWindow} is {{ $value | printf "%.3f" }} below that of the ${longWindow} before by {{ $labels.rag_judge }}. ${currentContextRelevance(context, "intent")}`,
        diagnosis: diagnosesOf(context, "intent"),
      },
    }),
  ];
}
