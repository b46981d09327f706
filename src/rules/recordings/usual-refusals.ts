import { trafficLabels, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";
import { stepWindow } from "./scores.ts";
import { refusalRatioName, requestsName, retrievalRatioName } from "./traffic.ts";

/**
 * Leaves out intent classes whose answers usually are refusals: there, finding nothing that fits is as it should be.
 * Refusals that become more frequent have an alert of their own. What is usual is asked of the long window, and of the
 * warning window for as long as the long one knows nothing: right after a start.
 */
export function unlessUsuallyRefused(context: RuleContext): string {
  const { longWindow, warningWindow, usualRefusalShare } = context.settings;
  const usual = `(${refusalRatioName(longWindow)} or ${refusalRatioName(warningWindow)})`;
  return `\nunless on (${trafficLabels(context, "intent")})\n  ${usual} > ${usualRefusalShare}`;
}

/** `pipeline:rag_answerable_requests:increase15m`. */
export function answerableName(window: string): string {
  return `pipeline:rag_answerable_requests:increase${window}`;
}

/** Completed requests of the intent classes whose answers usually are no refusals. */
export function answerable(context: RuleContext, window: string): Recording {
  return {
    record: answerableName(window),
    doc: `Completed requests within ${window}, without intent classes that usually are refused.`,
    expr: ofAnswerable(context, requestsName("intent", window)),
  };
}

/** The share of requests of a pipeline whose retrieval brought nothing, within the shortest window. */
export function emptyRetrieval(context: RuleContext): Recording {
  const [ratio, count] = [retrievalRatioName("intent", "empty"), requestsName("intent", stepWindow)];
  return {
    record: retrievalRatioName("pipeline", "empty"),
    doc: `The share of requests whose retrieval brought nothing within ${stepWindow}, without intent classes that usually are refused.`,
    expr: `  ${ofAnswerable(context, `${ratio} * ${count}`)}\n/\n  (${answerableName(stepWindow)} > 0)`,
  };
}

function ofAnswerable(context: RuleContext, ofIntents: string): string {
  const unless = unlessUsuallyRefused(context).replaceAll("\n", "\n  ");
  return `sum by (${trafficLabels(context, "pipeline")}) (\n  ${ofIntents}${unless}\n)`;
}
