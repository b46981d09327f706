import { attributeTable } from "../../../src/telemetry/attribute-table.ts";
import type { SentAttributes } from "./otlp-json.ts";

/** A text that is looked for in everything that leaves a Collector. */
export const marker = "CANARY-7f3a91";

const ours = attributeTable
  .filter(({ key }) => key.startsWith("rag.content.") || key === "gen_ai.evaluation.explanation")
  .map(({ key }) => key);

/** Every key under which content is written: by rag-triad, by the GenAI conventions, by OpenInference and by others. */
const contentKeys: readonly string[] = [
  ...ours,
  "gen_ai.system_instructions",
  "gen_ai.prompt.variable.topic",
  "gen_ai.tool.definitions",
  "gen_ai.tool.call.arguments",
  "gen_ai.tool.call.result",
  "gen_ai.retrieval.query.text",
  "gen_ai.memory.query.text",
  "gen_ai.memory.records",
  "gen_ai.content.prompt",
  "gen_ai.prompt",
  "gen_ai.prompt.0.content",
  "gen_ai.completion",
  "gen_ai.completion.1.tool_calls.0.arguments",
  "input.value",
  "output.value",
  "input.images.0.image.url",
  "llm.input_messages.0.message.content",
  "llm.input_messages.1.message.contents.0.message_content.text",
  "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments",
  "llm.prompts.0.prompt.text",
  "llm.choices.0.completion.text",
  "llm.tools.0.tool.json_schema",
  "llm.function_call",
  "llm.invocation_parameters",
  "llm.prompt_template.template",
  "llm.prompt_template.variables",
  "retrieval.documents.0.document.content",
  "retrieval.documents.12.document.metadata",
  "reranker.query",
  "reranker.input_documents.0.document.content",
  "reranker.output_documents.3.document.metadata",
  "embedding.text",
  "embedding.embeddings.0.embedding.text",
  "embedding.embeddings.0.embedding.vector",
  "tool.parameters",
  "evaluations.0.evaluation.explanation",
  "trace.evaluations.0.evaluation.metadata",
  "annotations.0.annotation.explanation",
  "ai.prompt",
  "ai.prompt.messages",
  "ai.response.text",
  "ai.response.toolCalls",
  "ai.toolCall.args",
  "ai.values",
  "traceloop.entity.input",
  "traceloop.entity.output",
];

/** All content keys, each with the marker in it; some as structures. */
export const contentAttributes: SentAttributes = {
  ...Object.fromEntries(contentKeys.map((key) => [key, `before ${marker} after`])),
  "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: marker }] }],
  "gen_ai.output.messages": { content: marker },
  "gen_ai.retrieval.documents": [{ id: "1", score: 0.5, content: marker }],
};

/** Keys that look like content and are none. */
export const harmlessAttributes: SentAttributes = {
  "gen_ai.prompt.name": "greeting",
  "gen_ai.prompt.version": "3",
  "gen_ai.evaluation.score.value": 0.25,
  "gen_ai.retrieval.top_k": 4n,
  "gen_ai.usage.input_tokens": 12n,
  "input.mime_type": "text/plain",
  "llm.model_name": "m",
  "llm.prompt_template.version": "v1",
  "llm.token_count.prompt": 12n,
  "retrieval.documents.0.document.id": "d",
  "retrieval.documents.0.document.score": 0.5,
  "evaluations.0.evaluation.score": 0.5,
  "ai.response.model": "m",
  "rag.retrieval.chunk_count": 4n,
  "rag.groundedness": 1,
};
