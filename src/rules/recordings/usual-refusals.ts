import { minimum, trafficLabels, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";
import { longStepWindow, stepWindow } from "./scores.ts";
import { refusalRatioName, requestsName, retrievalRatioName } from "./traffic.ts";

/** The intent classes whose answers usually are refusals, with the share of them. */
export const usuallyRefusedName = "intent:rag_refusals:usual";

/** Leaves out intent classes whose answers usually are refusals. */
export function unlessUsuallyRefused(context: RuleContext): string {
  return `\nunless on (${trafficLabels(context, "intent")})\n  ${usuallyRefusedName}`;
}

/**
 * Intent classes whose answers usually are refusals: there, finding nothing that fits is as it should be. Refusals that
 * become more frequent have an alert of their own. Usual is what has been so all the last day, or since there are enough
 * requests to say so. An index that is empty from the first day looks the same: of a class that is not known for longer
 * than a day, refusals are usual only if others of the pipeline are retrieved for and answered.
 */
export function usuallyRefused(context: RuleContext): Recording {
  const { longWindow, slowWindow, warningWindow, usualRefusalShare, minimumPage, minimumComparison } = context.settings;
  const { range } = context.profile;
  const [share, requests] = [refusalRatioName(longWindow), requestsName("intent", longWindow)];
  const [intent, pipeline] = [trafficLabels(context, "intent"), trafficLabels(context, "pipeline")];
  const young = `${share} or ${refusalRatioName(warningWindow)}`;
  return {
    record: usuallyRefusedName,
    doc: "The share of refusals of intent classes in which they are usual.",
    expr: `(
    min_over_time((${share} and ${requests} >= ${minimum(context, minimumPage)})[${range(slowWindow)}:${range(longStepWindow)}])
  or
    ${young}
) > ${usualRefusalShare}
and on (${intent})
  (
      ${requests} offset ${range(slowWindow)} >= ${minimum(context, minimumComparison)}
    or
      ${requestsName("intent", stepWindow)}
    * on (${pipeline}) group_left ()
      group by (${pipeline}) (
          (${young}) <= ${usualRefusalShare}
        and on (${intent})
          sum by (${intent}) (increase(gen_ai_retrieval_duration_count{error_type=""}[${range(warningWindow)}])) > 0
      )
  )`,
  };
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

/** The share of requests of a pipeline whose retrieval brought nothing. */
export function emptyRetrieval(context: RuleContext, window: string): Recording {
  const [ratio, count] = [retrievalRatioName("intent", "empty", window), requestsName("intent", window)];
  return {
    record: retrievalRatioName("pipeline", "empty", window),
    doc: `The share of requests whose retrieval brought nothing within ${window}, without intent classes that usually are refused.`,
    expr: `  ${ofAnswerable(context, `${ratio} * ${count}`)}\n/\n  ${answerableName(window)}`,
  };
}

function ofAnswerable(context: RuleContext, ofIntents: string): string {
  const unless = unlessUsuallyRefused(context).replaceAll("\n", "\n  ");
  return `sum by (${trafficLabels(context, "pipeline")}) (\n  ${ofIntents}${unless}\n)`;
}
