import { judgeReply } from "../../examples/support/openai-server/judge-replies.ts";
import { embeddingOf } from "../../examples/support/openai-server/embedding.ts";
import type { OpenaiCall } from "../../examples/support/openai-server/server.ts";
import { llmJudges, scoreInteraction, type Interaction, type JudgeModelRequest } from "rag-triad";

/** One call of a judge to its model. */
export interface ModelCall {
  readonly request: JudgeModelRequest;
  readonly reply: string;
}

/** What judging one interaction asked for, and got. */
export interface RecordedCalls {
  readonly model: readonly ModelCall[];
  /** The texts of each call to the embedder. */
  readonly embedder: readonly (readonly string[])[];
}

/** Judges an interaction with the LLM judges' own prompts, the model being one that counts words, and keeps what was said. */
export async function recordCalls(interaction: Interaction): Promise<RecordedCalls> {
  const model: ModelCall[] = [];
  const embedder: (readonly string[])[] = [];
  const judges = llmJudges({
    model: {
      model: "counting",
      async complete(request) {
        const reply = replyTo(request);
        model.push({ request, reply });
        return { text: reply, finish: "stop" };
      },
    },
    embedder: {
      model: "counting",
      async embed(texts) {
        embedder.push(texts);
        return { vectors: texts.map((text) => embeddingOf(text)) };
      },
    },
  });
  await scoreInteraction({ interaction, judges });
  return { model, embedder };
}

function replyTo({ instructions, input, schema }: JudgeModelRequest): string {
  const body = {
    messages: [{ content: instructions }, { content: input }],
    response_format: { json_schema: { name: schema?.name } },
  };
  const call: OpenaiCall = { endpoint: "chat/completions", path: "", body, headers: {}, index: 0 };
  return judgeReply(call) ?? "{}";
}
