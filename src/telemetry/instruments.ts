import { keys } from "./attributes.ts";
import { differenceBounds, scoreBounds, secondsBounds } from "./buckets.ts";

/** What an instrument is, as data: the meter, docs/signals.md, dashboards and rules are made from or checked against it. */
export interface InstrumentDefinition {
  /** OpenTelemetry's name. */
  readonly name: string;
  readonly kind: "counter" | "up_down_counter" | "histogram" | "observable_gauge";
  /** UCUM, or an annotation in braces. */
  readonly unit: string;
  readonly description: string;
  /** `slice`: pipeline, intent class and model version are labels; `pipeline`: only that one; `intent`: pipeline and intent class; `process`: none of them. */
  readonly scope: "slice" | "pipeline" | "intent" | "process";
  /** The label keys besides those of the scope. `error.type` is left out of series without an error. */
  readonly labels: readonly string[];
  /** Upper-inclusive bounds of a histogram. */
  readonly bounds?: readonly number[];
}

/** The definition of a score's histogram: a metric of the triad, or a criterion (`criteria.<id>`). */
export function scoreInstrument(metric: string): Definition<"histogram"> {
  return {
    name: `rag.${metric}`,
    kind: "histogram",
    unit: "1",
    description: `Scores of ${metric.replace(/^criteria\./, "the criterion ").replaceAll("_", " ")}, in [0, 1], higher is better.`,
    scope: "slice",
    labels: [keys.judge],
    bounds: scoreBounds,
  };
}

type Definition<K extends InstrumentDefinition["kind"]> = InstrumentDefinition & { readonly kind: K };
type Scope = InstrumentDefinition["scope"];

/** The instruments that count up. */
export type CounterKey =
  | "violations"
  | "requests"
  | "retrievalEmpty"
  | "refusals"
  | "evaluations"
  | "judgeTokens"
  | "judgeCost"
  | "judgeFindings"
  | "judgeComparisons"
  | "judgeCanaries"
  | "claims"
  | "diagnoses";

/** The histograms besides those of criteria. */
export type HistogramKey =
  | "contextRelevance"
  | "groundedness"
  | "answerRelevance"
  | "requestDuration"
  | "retrievalDuration"
  | "timeToFirstPart"
  | "evaluationLag"
  | "judgeDuration"
  | "judgeDifference";

/** The shape of {@link instrumentTable}. */
export type InstrumentTable = { readonly [K in CounterKey]: Definition<"counter"> } & {
  readonly [K in HistogramKey]: Definition<"histogram">;
} & {
  readonly evaluationPending: Definition<"up_down_counter">;
  readonly threshold: Definition<"observable_gauge">;
  readonly build: Definition<"observable_gauge">;
};

/** Every instrument but those of criteria, which {@link scoreInstrument} defines when one is scored. */
export const instrumentTable: InstrumentTable = {
  contextRelevance: scoreInstrument("context_relevance"),
  groundedness: scoreInstrument("groundedness"),
  answerRelevance: scoreInstrument("answer_relevance"),
  violations: counter(
    "rag.violations",
    "{violation}",
    "Scores below a threshold of their judge; below page counts under both severities.",
    [keys.metric, keys.severity, keys.judge],
  ),
  requests: counter("rag.requests", "{request}", "Completed requests.", [keys.requestOutcome]),
  requestDuration: seconds("rag.request.duration", "From the request's start to its complete answer.", [
    keys.errorType,
  ]),
  retrievalDuration: seconds("gen_ai.retrieval.duration", "Duration of retriever calls.", [keys.errorType]),
  timeToFirstPart: seconds("rag.generation.time_to_first_part", "From a generation's start to its first part.", [
    keys.errorType,
  ]),
  retrievalEmpty: counter(
    "rag.retrieval.empty",
    "{request}",
    "Requests whose retrieval succeeded and brought nothing.",
    [],
  ),
  refusals: counter("rag.refusals", "{request}", "Requests whose whole answer is a refusal.", []),
  evaluations: counter("rag.evaluations", "{evaluation}", "Resolved metrics of requests, by outcome.", [
    keys.metric,
    keys.outcome,
  ]),
  evaluationLag: seconds("rag.evaluation.lag", "From the complete answer to its score.", []),
  evaluationPending: {
    ...counter(
      "rag.evaluation.pending",
      "{evaluation}",
      "Metrics of completed requests that wait for their outcome.",
      [keys.metric],
      "pipeline",
    ),
    kind: "up_down_counter",
  },
  judgeDuration: seconds(
    "rag.judge.duration",
    "Duration of one judge on one metric of one request.",
    [keys.judge, keys.metric, keys.errorType],
    "pipeline",
  ),
  judgeTokens: counter(
    "rag.judge.tokens",
    "{token}",
    "Tokens that judges used.",
    [keys.judge, keys.metric, keys.tokenType],
    "pipeline",
  ),
  judgeCost: counter("rag.judge.cost", "USD", "What judging cost.", [keys.judge, keys.metric], "pipeline"),
  judgeFindings: counter(
    "rag.judge.findings",
    "{finding}",
    "What judges noticed about their model's output or the text that is judged.",
    [keys.judge, keys.metric, keys.finding],
    "pipeline",
  ),
  judgeDifference: {
    name: "rag.judge.difference",
    kind: "histogram",
    unit: "1",
    description: "Absolute difference of the scores of a primary and a shadow judge.",
    scope: "pipeline",
    labels: [keys.metric, keys.judge, keys.shadowJudge],
    bounds: differenceBounds,
  },
  judgeComparisons: counter(
    "rag.judge.comparisons",
    "{comparison}",
    "Comparisons of a primary and a shadow judge at their warning thresholds.",
    [keys.metric, keys.judge, keys.shadowJudge, keys.comparison],
    "pipeline",
  ),
  judgeCanaries: counter(
    "rag.judge.canaries",
    "{canary}",
    "Interactions with a known answer that went through a judge.",
    [keys.metric, keys.judge, keys.canary],
    "pipeline",
  ),
  claims: counter("rag.claims", "{claim}", "Judged claims of scored answers.", [keys.claimVerdict]),
  diagnoses: counter(
    "rag.diagnoses",
    "{request}",
    "Evaluated requests by the part of the pipeline that a low quality comes from.",
    [keys.diagnosis],
  ),
  threshold: {
    name: "rag.threshold",
    kind: "observable_gauge",
    unit: "1",
    description: "Thresholds in force. The intent class `default` is every class that has none of its own.",
    scope: "intent",
    labels: [keys.metric, keys.severity, keys.judge],
  },
  build: {
    name: "rag.build",
    kind: "observable_gauge",
    unit: "1",
    description: "Always 1; the labels say what runs.",
    scope: "process",
    labels: [keys.version, keys.apiLine],
  },
};

function counter(
  name: string,
  unit: string,
  description: string,
  labels: readonly string[],
  scope: Scope = "slice",
): Definition<"counter"> {
  return { name, kind: "counter", unit, description, scope, labels };
}

function seconds(
  name: string,
  description: string,
  labels: readonly string[],
  scope: Scope = "slice",
): Definition<"histogram"> {
  return { name, kind: "histogram", unit: "s", description, scope, labels, bounds: secondsBounds };
}
