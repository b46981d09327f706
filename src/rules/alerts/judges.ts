import { minimum, trafficLabels, type RuleContext } from "../context.ts";
import type { Alert } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, serviceText } from "./annotations.ts";

/** Judges that contradict each other or known answers. */
export function judgeAlerts(context: RuleContext): readonly Alert[] {
  const { slowWindow, warningWindow, minimumComparison, judgeDisagreementShare, canaryFailureShare } = context.settings;
  const by = `${trafficLabels(context, "pipeline")}, rag_judge, rag_metric`;
  const comparisons = (matcher: string): string =>
    `sum by (${by}, rag_shadow_judge) (increase(rag_judge_comparisons_total${matcher}[${context.profile.range(slowWindow)}]))`;
  const canaries = (matcher: string): string =>
    `sum by (${by}) (increase(rag_judge_canaries_total${matcher}[${context.profile.range(warningWindow)}]))`;
  return [
    alertOf(context, {
      alert: "RagJudgeDisagreement",
      for: "30m",
      labels: { severity: "warning", category: "monitor", scope: "judge" },
      expr: `  ${comparisons(`{rag_comparison="disagree"}`)}
/
  (${comparisons("")} >= ${minimum(context, minimumComparison)})
> ${judgeDisagreementShare}`,
      text: {
        summary: `Two judges of {{ $labels.rag_metric }} in ${serviceText(context)} disagree too often.`,
        description: `{{ $labels.rag_judge }} and {{ $labels.rag_shadow_judge }} are on different sides of their warning thresholds in {{ $value | humanizePercentage }} of the comparisons over ${slowWindow}. ${currentContextRelevance(context, "judge")}`,
        diagnosis:
          "Judge {{ $labels.rag_judge }} against {{ $labels.rag_shadow_judge }}: rag_judge_difference shows by how much.",
      },
    }),
    alertOf(context, {
      alert: "RagJudgeCanariesFailing",
      for: "5m",
      labels: { severity: "warning", category: "monitor", scope: "judge" },
      expr: `  ${canaries(`{rag_canary="failed"}`)}
/
  (${canaries("")} > 0)
> ${canaryFailureShare}`,
      text: {
        summary: `{{ $labels.rag_judge }} misjudges interactions with a known answer on {{ $labels.rag_metric }} in ${serviceText(context)}.`,
        description: `{{ $value | humanizePercentage }} of the canaries over ${warningWindow} failed. ${currentContextRelevance(context, "judge")}`,
        diagnosis:
          "Judge {{ $labels.rag_judge }}: its model, its prompt or its provider has changed. Do not trust its scores until canaries pass.",
      },
    }),
  ];
}
