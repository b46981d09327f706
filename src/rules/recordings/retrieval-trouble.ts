import { confidence } from "../confidence.ts";
import { minimum, trafficLabels, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";
import { stepWindow } from "./scores.ts";
import { requestsName, retrievalRatioName, type RetrievalTrouble } from "./traffic.ts";
import { answerableName, unlessUsuallyRefused } from "./usual-refusals.ts";

/** `intent:rag_retrieval_empty:high`: a series only while the share is too high. */
export function retrievalTroubleName(level: "intent" | "pipeline", kind: RetrievalTrouble): string {
  return `${level}:rag_retrieval_${kind}:high`;
}

/** `intent:rag_retrieval_empty:high_enough`: the same, on requests enough to page. */
export function pagedTroubleName(level: "intent" | "pipeline", kind: RetrievalTrouble): string {
  return `${retrievalTroubleName(level, kind)}_enough`;
}

/** The requests that count against a minimum: an empty retrieval is none where refusals are usual. */
export function troubledRequestsName(level: "intent" | "pipeline", kind: RetrievalTrouble, window: string): string {
  return level === "pipeline" && kind === "empty" ? answerableName(window) : requestsName(level, window);
}

/**
 * The share of retrieval that brings nothing or fails, where it is above its limit by more than chance may do. Over the
 * shortest window, so that it is known before the groundedness that it ruins; and over the page window, since in a short
 * one few requests prove little: a share that stays somewhat above its limit is seen there.
 */
export function retrievalTrouble(
  context: RuleContext,
  level: "intent" | "pipeline",
  kind: RetrievalTrouble,
): readonly Recording[] {
  const { emptyRetrievalShare, retrievalErrorShare, pageWindow, minimumPage } = context.settings;
  const limit = kind === "empty" ? emptyRetrievalShare : retrievalErrorShare;
  const high = (window: string): string => {
    const requests = requestsOf(context, level, kind, window);
    return `${retrievalRatioName(level, kind, window)}
  > ${limit} + ${margin(limit)} / sqrt(${requests}) + 0.5 / ${requests}`;
  };
  const what = kind === "empty" ? "requests whose retrieval brings nothing" : "retriever calls that fail";
  const least = minimum(context, minimumPage);
  return [
    {
      record: retrievalTroubleName(level, kind),
      doc: `The share of ${what} within ${stepWindow}, or else ${pageWindow}, where it is too high.`,
      expr: `(
    ${high(stepWindow)}
  or
    ${high(pageWindow)}
)${level === "intent" && kind === "empty" ? unlessUsuallyRefused(context) : ""}`,
    },
    {
      record: pagedTroubleName(level, kind),
      doc: `The same, of ${least} requests or more within ${pageWindow}.`,
      expr: `  ${retrievalTroubleName(level, kind)}\nand\n  ${troubledRequestsName(level, kind, pageWindow)} >= ${least}`,
    },
  ];
}

function requestsOf(
  context: RuleContext,
  level: "intent" | "pipeline",
  kind: RetrievalTrouble,
  window: string,
): string {
  // Those of the pipeline are recorded for the page window alone.
  if (level === "pipeline" && kind === "errors" && window === stepWindow)
    return `sum by (${trafficLabels(context, "pipeline")}) (${requestsName("intent", stepWindow)})`;
  return troubledRequestsName(level, kind, window);
}

/**
 * How far above a share p the share of n requests has to be, times √n: 1.645 × √(p (1 − p)), the one-sided 95 % bound of
 * the normal approximation to the binomial, to which 1 / (2 n) is added for continuity (Yates 1934): by chance alone, four
 * of four requests come to nothing now and then.
 */
function margin(share: number): number {
  return Number((confidence * Math.sqrt(share * (1 - share))).toFixed(4));
}
