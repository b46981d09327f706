import { reasonsOutsideCoverage } from "../../core/outcome.ts";
import { trafficLabels, type Level, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";
import { stepWindow } from "./scores.ts";

/** `intent:rag_requests:increase15m`. */
export function requestsName(level: Level, window: string): string {
  return `${level}:rag_requests:increase${window}`;
}

/** `intent:rag_refusals:increase7d`. */
export function refusalsName(window: string): string {
  return `intent:rag_refusals:increase${window}`;
}

/** `intent:rag_refusals:ratio1h`. */
export function refusalRatioName(window: string): string {
  return `intent:rag_refusals:ratio${window}`;
}

/** The selector of the outcomes that coverage leaves out. */
export const outsideCoverage: string = [...reasonsOutsideCoverage].join("|");

/** Completed requests within a window; of a pipeline, those of its intent classes, recorded before. */
export function requests(context: RuleContext, level: "intent" | "pipeline", window: string): Recording {
  const each =
    level === "intent"
      ? `increase(rag_requests_total[${context.profile.range(window)}])`
      : requestsName("intent", window);
  return {
    record: requestsName(level, window),
    doc: `Completed requests within ${window}.`,
    expr: `sum by (${trafficLabels(context, level)}) (${each})`,
  };
}

/** Refusals within a window. */
export function refusals(context: RuleContext, window: string): Recording {
  return {
    record: refusalsName(window),
    doc: `Refusals within ${window}.`,
    expr: `sum by (${trafficLabels(context, "intent")}) (increase(rag_refusals_total[${context.profile.range(window)}]))`,
  };
}

/** Sums of the recorded increments of requests and refusals over a long window. */
export function longTraffic(context: RuleContext, window: string): readonly Recording[] {
  const range = `[${context.profile.range(window)}:${context.profile.range(stepWindow)}]`;
  return [
    {
      record: requestsName("intent", window),
      doc: `Completed requests within ${window}.`,
      expr: `sum_over_time(${requestsName("intent", stepWindow)}${range})`,
    },
    {
      record: refusalsName(window),
      doc: `Refusals within ${window}.`,
      expr: `sum_over_time(${refusalsName(stepWindow)}${range})`,
    },
    refusalRatio(window),
  ];
}

/** The share of requests that were refused. */
export function refusalRatio(window: string): Recording {
  return {
    record: refusalRatioName(window),
    doc: `The share of refusals within ${window}.`,
    expr: `  ${refusalsName(window)}\n/\n  (${requestsName("intent", window)} > 0)`,
  };
}

/** What is looked at of retrieval: requests for which it brings nothing, and calls that fail. */
export type RetrievalTrouble = "empty" | "errors";

/** `intent:rag_retrieval_empty:ratio5m`. */
export function retrievalRatioName(level: Level, kind: RetrievalTrouble, window: string): string {
  return `${level}:rag_retrieval_${kind}:ratio${window}`;
}

/** The share of requests of an intent class whose retrieval brought nothing. */
export function emptyRetrievalOfIntents(context: RuleContext, window: string): Recording {
  const by = trafficLabels(context, "intent");
  return {
    record: retrievalRatioName("intent", "empty", window),
    doc: `The share of requests whose retrieval brought nothing within ${window}.`,
    expr: `clamp_max(
    sum by (${by}) (increase(rag_retrieval_empty_total[${context.profile.range(window)}]))
  /
    (${requestsName("intent", window)} > 0),
  1
)`,
  };
}

/** Retriever calls of intent classes, and those that failed; 0 where none did. */
export function retrievals(context: RuleContext, window: string): readonly Recording[] {
  const [all, failed] = [`intent:rag_retrievals:increase${window}`, `intent:rag_retrieval_errors:increase${window}`];
  const increase = (matcher: string): string =>
    `sum by (${trafficLabels(context, "intent")}) (increase(gen_ai_retrieval_duration_count${matcher}[${context.profile.range(window)}]))`;
  return [
    { record: all, doc: `Retriever calls within ${window}.`, expr: increase("") },
    {
      record: failed,
      doc: `Retriever calls within ${window} that failed.`,
      expr: `  ${increase('{error_type!=""}')}\nor\n  0 * ${all}`,
    },
  ];
}

/** The share of retriever calls that failed. */
export function retrievalErrors(context: RuleContext, level: "intent" | "pipeline", window: string): Recording {
  const sum = (record: string): string =>
    level === "intent" ? record : `sum by (${trafficLabels(context, level)}) (${record})`;
  return {
    record: retrievalRatioName(level, "errors", window),
    doc: `The share of retriever calls that failed within ${window}.`,
    expr: `  ${sum(`intent:rag_retrieval_errors:increase${window}`)}
/
  (${sum(`intent:rag_retrievals:increase${window}`)} > 0)`,
  };
}

/** `pipeline:rag_evaluations:increase15m`, with the outcome as a label. */
export function evaluationsName(window: string): string {
  return `pipeline:rag_evaluations:increase${window}`;
}

/** Evaluations by outcome: recorded once, because the counter has more series than any other. */
export function evaluations(context: RuleContext, window: string): Recording {
  return {
    record: evaluationsName(window),
    doc: `Evaluations within ${window}, by outcome.`,
    expr: `sum by (${trafficLabels(context, "pipeline")}, rag_metric, rag_outcome) (increase(rag_evaluations_total[${context.profile.range(window)}]))`,
  };
}

/** Evaluations that count for coverage, and the share of them that was scored. */
export function coverage(context: RuleContext, window: string): readonly Recording[] {
  const by = `${trafficLabels(context, "pipeline")}, rag_metric`;
  return [
    {
      record: `pipeline:rag_evaluations_in_coverage:increase${window}`,
      doc: `Evaluations within ${window} that should have a score.`,
      expr: `sum by (${by}) (${evaluationsName(window)}{rag_outcome!~"${outsideCoverage}"})`,
    },
    {
      record: `pipeline:rag_evaluations:coverage${window}`,
      doc: `The share of what should have a score that has one.`,
      expr: `  sum by (${by}) (${evaluationsName(window)}{rag_outcome="scored"})
/
  (pipeline:rag_evaluations_in_coverage:increase${window} > 0)`,
    },
  ];
}

/** `pipeline:rag_judgings:increase15m`, with the judge, and the error if there was one, as labels. */
export function judgingsName(window: string): string {
  return `pipeline:rag_judgings:increase${window}`;
}

/** What each judge was asked and how it ended: also of one whose work another one does instead, so that no outcome shows it. */
export function judgings(context: RuleContext, window: string): Recording {
  return {
    record: judgingsName(window),
    doc: `Judgings within ${window} by each judge that was asked, by error.`,
    expr: `sum by (${trafficLabels(context, "pipeline")}, rag_judge, rag_metric, error_type) (increase(rag_judge_duration_count[${context.profile.range(window)}]))`,
  };
}
