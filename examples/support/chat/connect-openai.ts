import OpenAI from "openai";
import { startLocalOpenai } from "../openai-server/start.ts";

/** A client, the models to ask, and the end of what was started for it. */
export interface OpenaiConnection {
  readonly client: OpenAI;
  readonly chatModel: string;
  readonly judgeModel: string;
  readonly embeddingModel: string;
  close(): Promise<void>;
}

/**
 * The real API when `OPENAI_API_KEY` or `OPENAI_BASE_URL` is set, with the models in `OPENAI_MODEL`, `OPENAI_JUDGE_MODEL` and
 * `OPENAI_EMBEDDING_MODEL`; else a server on this machine that counts words.
 */
export async function connectOpenai(environment: NodeJS.ProcessEnv = process.env): Promise<OpenaiConnection> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL } = environment;
  const real = apiKey !== undefined || baseURL !== undefined;
  const local = real ? undefined : await startLocalOpenai();
  const chatModel = environment["OPENAI_MODEL"] ?? (real ? "gpt-5-mini" : "local-chat");
  return {
    client: new OpenAI({ apiKey: apiKey ?? "none", ...(local !== undefined && { baseURL: local.url }) }),
    chatModel,
    judgeModel: environment["OPENAI_JUDGE_MODEL"] ?? (real ? chatModel : "local-judge"),
    embeddingModel: environment["OPENAI_EMBEDDING_MODEL"] ?? (real ? "text-embedding-3-small" : "local-embedding"),
    close: async () => local?.close(),
  };
}
