import { durationSeconds } from "../../config/alerting/duration.ts";
import { minimum, trafficLabels, type RuleContext } from "../context.ts";
import { steadilyAtLeast } from "./steady-count.ts";
import { stepWindow } from "../recordings/scores.ts";
import { refusalRatioName, requestsName, retrievalRatioName } from "../recordings/traffic.ts";
import { answerableName, unlessUsuallyRefused } from "../recordings/usual-refusals.ts";
import type { Alert, AlertScope } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, diagnosesOf } from "./annotations.ts";

/**
 * Retrieval that brings nothing or fails. Over the shortest window, so that they fire before the groundedness that they
 * ruin, and silence it; the number of requests is asked of the page window. They go on firing until that groundedness
 * has left the page window and its alert has ended too: else it would page as soon as retrieval is repaired.
 */
export function retrievalAlerts(context: RuleContext): readonly Alert[] {
  const { emptyRetrievalShare, retrievalErrorShare } = context.settings;
  const kinds = [
    {
      alert: "RagRetrievalEmpty",
      kind: "empty",
      share: emptyRetrievalShare,
      what: "requests whose retrieval brings nothing",
      diagnosis:
        "The retriever answers without chunks: look at the index, its filters and the embedding model. Groundedness falls as a symptom.",
    },
    {
      alert: "RagRetrievalErrors",
      kind: "errors",
      share: retrievalErrorShare,
      what: "retriever calls that fail",
      diagnosis: `The retriever fails: error.type on retrieval spans and gen_ai_retrieval_duration_count{error_type!=""} say how. Other scores suffer as a symptom.`,
    },
  ] as const;
  return kinds.flatMap(({ alert, kind, share, what, diagnosis }) =>
    (["intent", "service"] as const).map((scope) => {
      const level = scope === "intent" ? "intent" : "pipeline";
      const { short, long, unless } = counts(context, kind, scope);
      return alertOf(context, {
        alert,
        for: "1m",
        keepFiringFor: outlivingGroundedness(context),
        labels: { severity: "page", category: "retrieval", scope },
        expr: `  ${retrievalRatioName(level, kind)}
>
  ${share} + ${margin(share)} / sqrt(${short})
and
  ${steadilyAtLeast(context, long, context.settings.minimumPage)}${unless}`,
        text: {
          summary: `The share of ${what} is too high ${where(scope)}.`,
          description: `It is {{ $value | humanizePercentage }} over ${stepWindow}. ${currentContextRelevance(context, scope)}`,
          diagnosis,
        },
      });
    }),
  );
}

/** The requests that a share is of, and those that have to be there: an empty retrieval is none where refusals are usual. */
function counts(
  context: RuleContext,
  kind: "empty" | "errors",
  scope: "intent" | "service",
): { readonly short: string; readonly long: string; readonly unless: string } {
  const { pageWindow } = context.settings;
  const requests = requestsName("intent", stepWindow);
  if (scope === "intent") {
    const unless = kind === "empty" ? unlessUsuallyRefused(context) : "";
    return { short: requests, long: requestsName("intent", pageWindow), unless };
  }
  if (kind === "empty") return { short: answerableName(stepWindow), long: answerableName(pageWindow), unless: "" };
  const short = `sum by (${trafficLabels(context, "pipeline")}) (${requests})`;
  return { short, long: requestsName("pipeline", pageWindow), unless: "" };
}

/**
 * How far above a share p the share of n requests has to be, times √n: 1.645 × √(p (1 − p)), the one-sided 95 % bound of
 * the normal approximation. The window is short: by chance alone, half of a dozen requests come to nothing now and then.
 */
function margin(share: number): number {
  return Number((1.645 * Math.sqrt(share * (1 - share))).toFixed(4));
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
      summary: `More answers than usual are refusals ${where("intent")}.`,
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
    max by (${labels}) (
      sum by (${labels}, rag_metric) (intent:rag_score_count:increase${longWindow})
    ) >= ${minimum(context, minimumSlow)}
  )`,
    text: {
      summary: `Too few answers are scored to say anything about quality ${where("intent")}.`,
      description: `{{ $value | printf "%.0f" }} requests over ${longWindow}, and no metric with ${minimum(context, minimumSlow)} scores. ${currentContextRelevance(context, "intent")}`,
      diagnosis:
        "Too little traffic, a low sample ratio, or reasons in rag_evaluations_total{rag_outcome}. Merge rare intent classes, or raise sampleRatio.",
    },
  });
}

function where(scope: AlertScope): string {
  return `${scope === "intent" ? "on intent class {{ $labels.rag_intent_class }} " : ""}in {{ $labels.job }}/{{ $labels.rag_pipeline }}`;
}
