// A service on the Vercel AI SDK whose answers are judged through the AI SDK, too. Needs no key: without OPENAI_API_KEY it
// asks a server of its own. Run: npm run build && node examples/ai-sdk-judge/main.ts "What does a ticket cost?"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import { createRagTriad, embeddedJudges, fallback, llmJudges } from "rag-triad";
import { printEvaluations } from "../support/chat/print-evaluations.ts";
import { search, type Passage } from "../support/chat/passages.ts";
import { startLocalOpenai } from "../support/openai-server/start.ts";
import { aiSdkEmbedder, aiSdkJudgeModel } from "./ai-sdk-judge-model.ts";

const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: url = "https://api.openai.com/v1" } = process.env;
const local = apiKey === undefined ? await startLocalOpenai() : undefined;
const provider = createOpenAICompatible({
  name: "openai",
  baseURL: local?.url ?? url,
  supportsStructuredOutputs: true,
  ...(apiKey !== undefined && { apiKey }),
});
const chatModel = provider.chatModel(local ? "local-chat" : (process.env["OPENAI_MODEL"] ?? "gpt-5-mini"));
const model = aiSdkJudgeModel(
  provider.chatModel(local ? "local-judge" : (process.env["OPENAI_JUDGE_MODEL"] ?? "gpt-5-mini")),
);
const embedder = aiSdkEmbedder(
  provider.embeddingModel(
    local ? "local-embedding" : (process.env["OPENAI_EMBEDDING_MODEL"] ?? "text-embedding-3-small"),
  ),
);

const triad = createRagTriad({
  pipeline: "museum",
  modelVersion: chatModel.modelId,
  judges: fallback(llmJudges({ model, embedder }), embeddedJudges()),
});
printEvaluations(triad);

const retrieve = triad.wrapRetriever(search);
const generate = triad.wrapGenerator((query: string, passages: readonly Passage[]) =>
  streamText({
    model: chatModel,
    instructions: `Answer from these passages only, else say that you don't know.\n${passages.map(({ text }) => text).join("\n")}`,
    prompt: query,
  }),
);

const query = process.argv[2] ?? "What does a day ticket cost?";
const { textStream } = await triad.run({ query }, async () => generate(query, await retrieve(query)));
for await (const part of textStream) process.stdout.write(part);
console.log("\n");

await triad.shutdown();
await local?.close();
