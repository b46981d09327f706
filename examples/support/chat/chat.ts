import type OpenAI from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { Stream } from "openai/streaming";
import type { RagTriad } from "rag-triad";
import { search, type Passage } from "./passages.ts";

/** Answers a query with the model's own stream. */
export type Chat = (query: string) => Promise<Stream<ChatCompletionChunk>>;

/** The chat: what it was before, with its retriever and its generator wrapped. */
export function createChat(triad: RagTriad, client: OpenAI, model: string): Chat {
  const retrieve = triad.wrapRetriever(search);
  const generate = triad.wrapGenerator((query: string, passages: readonly Passage[]) =>
    client.chat.completions.create({
      model,
      stream: true,
      messages: [
        {
          role: "system",
          content: `Answer from these passages only, else say that you don't know.\n${passages.map(({ text }) => text).join("\n")}`,
        },
        { role: "user", content: query },
      ],
    }),
  );
  return (query) => triad.run({ query }, async () => generate(query, await retrieve(query)));
}

/** Whom a query is for, as the label of its metrics. Rules will do; what they do not know is `other`. */
export function intentOf(query: string | null): string {
  if (query !== null && /\b(?:cost|price|pay|ticket)/i.test(query)) return "prices";
  if (query !== null && /\b(?:open|close|when)/i.test(query)) return "opening_hours";
  return "other";
}
