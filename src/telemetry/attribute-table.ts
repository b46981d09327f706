import { diagnoses, type EvaluationStatus } from "../core/evaluation.ts";
import { findingIds } from "../core/judge.ts";
import { unscoredReasons } from "../core/outcome.ts";
import type { Quality } from "../core/thresholds.ts";
import type { SpanKind } from "../core/tracing.ts";
import { keys } from "./attributes.ts";

/** Where an attribute is found: on spans, on the evaluation event, or as a metric label. */
export type AttributePlace = SpanKind | "event" | "label";

/** What an attribute is, as data: docs/signals.md and the tests are checked against it. */
export interface AttributeDefinition {
  readonly key: string;
  readonly type: "string" | "int" | "double" | "boolean" | "json";
  readonly on: readonly AttributePlace[];
  /** All values there are, where they are few. */
  readonly values?: readonly string[];
}

const statuses: Readonly<Record<EvaluationStatus, true>> = {
  scored: true,
  partial: true,
  unscored: true,
  dropped: true,
  late: true,
  linked: true,
  shutdown: true,
  not_sampled: true,
};
const qualities: Readonly<Record<Quality, true>> = { pass: true, warn: true, fail: true };
const outcomes: readonly string[] = ["scored", ...unscoredReasons];
const evaluationSpans = ["rag_request", "rag_evaluation"] as const;

/** The fixed keys, each once. */
const fixed: Readonly<Record<keyof typeof keys, Omit<AttributeDefinition, "key">>> = {
  pipeline: { type: "string", on: [...evaluationSpans, "label"] },
  intentClass: { type: "string", on: [...evaluationSpans, "label"] },
  modelVersion: { type: "string", on: [...evaluationSpans, "label"] },
  promptVersion: { type: "string", on: ["rag_request"] },
  indexVersion: { type: "string", on: ["rag_request"] },
  embeddingModel: { type: "string", on: ["rag_request"] },
  evaluationStatus: { type: "string", on: evaluationSpans, values: Object.keys(statuses) },
  quality: { type: "string", on: evaluationSpans, values: Object.keys(qualities) },
  diagnosis: { type: "string", on: [...evaluationSpans, "label"], values: diagnoses },
  chunkCount: { type: "int", on: evaluationSpans },
  claimsTotal: { type: "int", on: evaluationSpans },
  claimsUnsupported: { type: "int", on: evaluationSpans },
  refusal: { type: "boolean", on: evaluationSpans },
  contentQuery: { type: "json", on: evaluationSpans },
  contentChunks: { type: "json", on: evaluationSpans },
  contentAnswer: { type: "json", on: evaluationSpans },
  contentClaims: { type: "json", on: evaluationSpans },
  contentExplanations: { type: "json", on: evaluationSpans },
  metric: { type: "string", on: ["label"] },
  judge: { type: "string", on: ["event", "label"] },
  shadowJudge: { type: "string", on: ["label"] },
  comparison: { type: "string", on: ["label"], values: ["agree", "disagree"] },
  canary: { type: "string", on: ["label"], values: ["passed", "failed"] },
  finding: { type: "string", on: ["label"], values: findingIds },
  severity: { type: "string", on: ["label"], values: ["warning", "page"] },
  outcome: { type: "string", on: ["label"] },
  requestOutcome: { type: "string", on: ["label"], values: ["ok", "error", "abandoned"] },
  claimVerdict: { type: "string", on: ["label"], values: ["supported", "contradicted", "unsupported"] },
  version: { type: "string", on: ["label"] },
  apiLine: { type: "string", on: ["label"], values: ["1.9", "1.10"] },
  errorType: { type: "string", on: ["rag_request", "retrieval", "generation", "event", "label"] },
  operationName: { type: "string", on: ["rag_request", "retrieval"], values: ["invoke_workflow", "retrieval"] },
  agentName: { type: "string", on: ["rag_request"] },
  conversationId: { type: "string", on: ["rag_request"] },
  dataSourceId: { type: "string", on: ["retrieval"] },
  topK: { type: "int", on: ["retrieval"] },
  tokenType: { type: "string", on: ["label"], values: ["input", "output"] },
  evaluationName: { type: "string", on: ["event"] },
  evaluationScore: { type: "double", on: ["event"] },
  evaluationLabel: { type: "string", on: ["event"], values: Object.keys(qualities) },
  evaluationExplanation: { type: "string", on: ["event"] },
  openInferenceKind: { type: "string", on: ["rag_evaluation"], values: ["EVALUATOR"] },
};

/** Every attribute and label. Names with `<metric>` stand for one of each metric; `rag.<metric>` is a criterion's `rag.criteria.<id>` too. */
export const attributeTable: readonly AttributeDefinition[] = [
  ...(Object.keys(fixed) as (keyof typeof keys)[]).map((name) => ({ key: keys[name], ...fixed[name] })),
  { key: "rag.<metric>", type: "double", on: evaluationSpans },
  { key: "rag.evaluation.<metric>.outcome", type: "string", on: evaluationSpans, values: outcomes },
  { key: "rag.evaluation.<metric>.judge", type: "string", on: evaluationSpans },
];
