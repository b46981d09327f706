import OpenAI from "openai";
import { llmJudges, scoreInteraction } from "rag-triad";
import { openaiEmbedder, openaiJudgeModel } from "rag-triad/openai";
import { sendCompletion } from "../../examples/support/openai-server/completion.ts";
import { sendEmbeddings } from "../../examples/support/openai-server/embedding.ts";
import { schemaOf } from "../../examples/support/openai-server/judge-replies.ts";
import { serveOpenai } from "../../examples/support/openai-server/server.ts";
import { compare, type Overhead, type Prepared } from "./compare.ts";
import type { Instant } from "./instant.ts";
import type { ModelCall } from "./recorded-calls.ts";

const { signal } = new AbortController();

/** The LLM judges of the triad, their model and embedder answering at once, in this process. */
export function llmOverhead(all: readonly Prepared[], instant: Instant): Promise<Overhead> {
  const { model, embedder } = instant;
  const judges = llmJudges({ model, embedder });
  return compare(all, instant, {
    judged: ({ interaction }) => scoreInteraction({ interaction, judges }),
    async byHand({ calls }) {
      const ask = async ({ request }: ModelCall): Promise<unknown> =>
        JSON.parse((await model.complete(request, { signal })).text);
      await Promise.all(calls.model.map(ask));
      for (const texts of calls.embedder) await embedder.embed(texts, { signal, kind: "query" });
    },
  });
}

/** The same over HTTP, with the `openai` client and a server in this process that answers at once. */
export async function llmHttpOverhead(all: readonly Prepared[], instant: Instant): Promise<Overhead> {
  const server = await serveOpenai((call, response) => {
    if (call.endpoint === "embeddings") sendEmbeddings(call, response);
    else sendCompletion(call, response, instant.replyTo(schemaOf(call)));
  });
  const client = new OpenAI({ baseURL: server.url, apiKey: "none" });
  const judges = llmJudges({
    model: openaiJudgeModel(client, { model: "instant" }),
    embedder: openaiEmbedder(client, { model: "instant" }),
  });
  const overhead = await compare(all, instant, {
    judged: ({ interaction }) => scoreInteraction({ interaction, judges }),
    async byHand({ calls }) {
      await Promise.all(calls.model.map((call) => askByHand(client, call)));
      for (const texts of calls.embedder) await client.embeddings.create({ model: "instant", input: [...texts] });
    },
  });
  await server.close();
  return overhead;
}

async function askByHand(client: OpenAI, { request: { instructions, input, schema } }: ModelCall): Promise<unknown> {
  const completion = await client.chat.completions.create({
    model: "instant",
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: input },
    ],
    ...(schema !== undefined && {
      response_format: { type: "json_schema", json_schema: { name: schema.name, schema: { ...schema.schema } } },
    }),
  });
  return JSON.parse(completion.choices[0]?.message.content ?? "");
}
