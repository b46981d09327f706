/**
 * Every fixed attribute and label key this package writes. Names of the GenAI, error and OpenInference conventions
 * are copied here, because their packages rename them while they are in development.
 */
export const keys = {
  pipeline: "rag.pipeline",
  intentClass: "rag.intent_class",
  modelVersion: "rag.model_version",
  promptVersion: "rag.prompt_version",
  indexVersion: "rag.index_version",
  embeddingModel: "rag.embedding_model",
  evaluationStatus: "rag.evaluation.status",
  quality: "rag.quality",
  diagnosis: "rag.diagnosis",
  chunkCount: "rag.retrieval.chunk_count",
  claimsTotal: "rag.claims.total",
  claimsUnsupported: "rag.claims.unsupported",
  refusal: "rag.answer.refusal",
  contentQuery: "rag.content.query",
  contentChunks: "rag.content.chunks",
  contentAnswer: "rag.content.answer",
  contentClaims: "rag.content.claims",
  contentExplanations: "rag.content.explanations",
  metric: "rag.metric",
  judge: "rag.judge",
  shadowJudge: "rag.shadow_judge",
  comparison: "rag.comparison",
  canary: "rag.canary",
  finding: "rag.finding",
  severity: "rag.severity",
  outcome: "rag.outcome",
  requestOutcome: "rag.request.outcome",
  claimVerdict: "rag.claim.verdict",
  version: "rag.version",
  apiLine: "rag.api_line",
  errorType: "error.type",
  operationName: "gen_ai.operation.name",
  agentName: "gen_ai.agent.name",
  conversationId: "gen_ai.conversation.id",
  dataSourceId: "gen_ai.data_source.id",
  topK: "gen_ai.retrieval.top_k",
  tokenType: "gen_ai.token.type",
  evaluationName: "gen_ai.evaluation.name",
  evaluationScore: "gen_ai.evaluation.score.value",
  evaluationLabel: "gen_ai.evaluation.score.label",
  evaluationExplanation: "gen_ai.evaluation.explanation",
  openInferenceKind: "openinference.span.kind",
} as const;

/** The event name of the log record that each resolved metric makes. */
export const evaluationEventName = "gen_ai.evaluation.result";

/** `rag.<metric>`: the score as a span attribute, and the name of the score's histogram. */
export function scoreKey(metric: string): string {
  return `rag.${metric}`;
}

/** `rag.evaluation.<metric>.outcome`: `scored` or the reason. */
export function outcomeKey(metric: string): string {
  return `rag.evaluation.${metric}.outcome`;
}

/** `rag.evaluation.<metric>.judge`: name and version of the judge. */
export function judgeKey(metric: string): string {
  return `rag.evaluation.${metric}.judge`;
}
