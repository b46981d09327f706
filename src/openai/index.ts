export type { OpenaiChatClient, OpenaiEmbeddingClient } from "./client.ts";
export type { StructuredOutput } from "./capability.ts";
export { openaiEmbedder, type OpenaiEmbedderOptions } from "./openai-embedder.ts";
export { openaiJudgeModel, type OpenaiJudgeModelOptions } from "./openai-judge-model.ts";
export type { TokenPrice, TokenPrices } from "./prices.ts";
