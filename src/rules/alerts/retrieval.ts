import { durationSeconds } from "../../config/alerting/duration.ts";
import { minimum, type RuleContext } from "../context.ts";
import { steadily } from "./steady-count.ts";
import { incrementName, stepWindow } from "../recordings/scores.ts";
import { pagedTroubleName, retrievalTroubleName, troubledRequestsName } from "../recordings/retrieval-trouble.ts";
import { refusalRatioName, requestsName } from "../recordings/traffic.ts";
import type { Alert, AlertScope } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, diagnosesOf, serviceText } from "./annotations.ts";

/**
 * Retrieval that brings nothing or fails. They fire before the groundedness that they ruin, and silence it; and go on
 * until that groundedness has left the page window and its alert has ended too: else it would page as soon as retrieval is
 * repaired.
 */
export function retrievalAlerts(context: RuleContext): readonly Alert[] {
  const { pageWindow, minimumPage } = context.settings;
  const kinds = [
    {
      alert: "RagRetrievalEmpty",
      kind: "empty",
      what: "requests whose retrieval brings nothing",
      diagnosis:
        "The retriever answers without chunks: look at the index, its filters and the embedding model. Groundedness falls as a symptom.",
    },
    {
      alert: "RagRetrievalErrors",
      kind: "errors",
      what: "retriever calls that fail",
      diagnosis: `The retriever fails: error.type on retrieval spans and gen_ai_retrieval_duration_count{error_type!=""} say how. Other scores suffer as a symptom.`,
    },
  ] as const;
  return kinds.flatMap(({ alert, kind, what, diagnosis }) =>
    (["intent", "service"] as const).map((scope) => {
      const level = scope === "intent" ? "intent" : "pipeline";
      const high = retrievalTroubleName(level, kind);
      return alertOf(context, {
        alert,
        for: "1m",
        keepFiringFor: outlivingGroundedness(context),
        labels: { severity: "page", category: "retrieval", scope },
        expr: `  ${high}
and
${steadily(context, pagedTroubleName(level, kind), troubledRequestsName(level, kind, pageWindow), minimumPage)}`,
        text: {
          summary: `The share of ${what} is too high ${where(context, scope)}.`,
          description: `It is {{ $value | humanizePercentage }} over ${stepWindow}, or over ${pageWindow} if that is not too high. ${currentContextRelevance(context, scope)}`,
          diagnosis: `${diagnosis} ${diagnosesOf(context, scope)}`,
        },
      });
    }),
  );
}

/** The page window, the time that its alert goes on firing, and the step for what comes late. */
function outlivingGroundedness({ settings, profile }: RuleContext): string {
  const parts = [profile.range(settings.pageWindow), profile.keepFiring, profile.range(stepWindow)];
  const seconds = parts.reduce((sum, part) => sum + durationSeconds(part), 0);
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** Refusals above what is usual for the intent class. */
export function refusalAlert(context: RuleContext): Alert {
  const { warningWindow, slowWindow, longWindow, minimumWarning, minimumComparison, refusalShareRise } =
    context.settings;
  const offset = ` offset ${context.profile.range(slowWindow)}`;
  return alertOf(context, {
    alert: "RagRefusalShareHigh",
    for: "15m",
    labels: { severity: "warning", category: "behaviour", scope: "intent" },
    expr: `  (${refusalRatioName(warningWindow)} - ${refusalRatioName(longWindow)}${offset}) > ${refusalShareRise}
and
  ${requestsName("intent", warningWindow)} >= ${minimum(context, minimumWarning)}
and
  ${requestsName("intent", longWindow)}${offset} >= ${minimum(context, minimumComparison)}`,
    text: {
      summary: `More answers than usual are refusals ${where(context, "intent")}.`,
      description: `The share over ${warningWindow} is {{ $value | humanizePercentage }} (of all requests) above that of the ${longWindow} before. ${currentContextRelevance(context, "intent")}`,
      diagnosis: diagnosesOf(context, "intent"),
    },
  });
}

/** Requests, but too few scores in a week for any alert of quality to look at the intent class. */
export function blindAlert(context: RuleContext): Alert {
  const { longWindow, minimumSlow } = context.settings;
  const labels = ["job", ...context.settings.labels, "rag_pipeline", "rag_intent_class"].join(", ");
  return alertOf(context, {
    alert: "RagIntentBlind",
    for: "1d",
    labels: { severity: "warning", category: "monitor", scope: "intent" },
    expr: `  ${requestsName("intent", longWindow)} > 0
unless on (${labels})
  (
    max by (${labels}) (${incrementName("intent", "count", longWindow)}) >= ${minimum(context, minimumSlow)}
  )`,
    text: {
      summary: `Too few answers are scored to say anything about quality ${where(context, "intent")}.`,
      description: `{{ $value | printf "%.0f" }} requests over ${longWindow}, and no metric with ${minimum(context, minimumSlow)} scores by one judge. ${currentContextRelevance(context, "intent")}`,
      diagnosis: `Too little traffic, a low sample ratio, or reasons in rag_evaluations_total{rag_outcome}, where a judge fails. Merge rare intent classes, or raise sampleRatio. ${diagnosesOf(context, "intent")}`,
    },
  });
}

function where(context: RuleContext, scope: AlertScope): string {
  return `${scope === "intent" ? "on intent class {{ $labels.rag_intent_class }} " : ""}in ${serviceText(context)}`;
}
