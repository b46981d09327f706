// A judge model over Anthropic's Messages API (`@anthropic-ai/sdk`). Anthropic has no embeddings, so answer relevance is
// graded (`llm-graded`), unless you give `llmJudges` an embedder of another provider.
import Anthropic from "@anthropic-ai/sdk";
import { JudgeFailure, type JudgeModel, type JudgeModelReply, type Usage } from "rag-triad";
import { connectionFailure, httpFailure, saysTooLong, tooLongFailure } from "../support/adapters/http-failure.ts";

/** Options of {@link anthropicJudgeModel}. */
export interface AnthropicJudgeModelOptions {
  readonly model: string;
  /** USD per million tokens; without it the cost is not recorded. */
  readonly price?: { readonly input: number; readonly cachedInput: number; readonly output: number };
}

/** Turns a model of Anthropic's into a judge model. */
export function anthropicJudgeModel(client: Anthropic, { model, price }: AnthropicJudgeModelOptions): JudgeModel {
  return {
    model,
    contextTokens: 200_000,
    async complete({ instructions, input, schema, maxOutputTokens = 8_192 }, { signal }) {
      try {
        const message = await client.messages.create(
          {
            model,
            max_tokens: maxOutputTokens,
            system: instructions,
            messages: [{ role: "user", content: input }],
            ...(schema && {
              output_config: { format: { type: "json_schema", schema: { title: schema.name, ...schema.schema } } },
            }),
          },
          { maxRetries: 0, signal }, // One attempt: the judge's policy decides about others.
        );
        const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
        return { text, finish: finishOf(message.stop_reason), usage: usageOf(message.usage, price) };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function finishOf(stopReason: Anthropic.StopReason | null): JudgeModelReply["finish"] {
  if (stopReason === "refusal") return "refusal";
  return stopReason === "max_tokens" || stopReason === "model_context_window_exceeded" ? "length" : "stop";
}

function usageOf(usage: Anthropic.Usage, price: AnthropicJudgeModelOptions["price"]): Usage {
  // `input_tokens` are those that had nothing to do with the cache.
  const cached = usage.cache_read_input_tokens ?? 0;
  const input = usage.input_tokens + (usage.cache_creation_input_tokens ?? 0);
  const tokens = { inputTokens: input + cached, outputTokens: usage.output_tokens };
  if (price === undefined) return tokens;
  const millionths = input * price.input + cached * price.cachedInput + usage.output_tokens * price.output;
  return { ...tokens, cost: millionths / 1e6 };
}

/** What is foreseen becomes a `JudgeFailure`; an abort and a programming error stay what they are. */
function failureOf(error: unknown): unknown {
  if (error instanceof Anthropic.APIUserAbortError) return error;
  if (error instanceof Anthropic.APIConnectionTimeoutError) {
    return new JudgeFailure("judge_timeout", "The client gave up waiting", { code: "client_timeout", retryable: true });
  }
  if (error instanceof Anthropic.APIConnectionError) return connectionFailure();
  if (error instanceof SyntaxError) {
    return new JudgeFailure("judge_invalid_output", "The body of the answer is no JSON", {
      code: "unreadable_body",
      retryable: true,
    });
  }
  // A connection that breaks in the middle of a body is fetch's own error.
  if (error instanceof TypeError && error.cause !== undefined) return connectionFailure();
  if (!(error instanceof Anthropic.APIError) || error.status === undefined) return error;
  const { status, headers } = error as InstanceType<typeof Anthropic.APIError<number, Headers>>;
  return status === 400 && saysTooLong(error.message)
    ? tooLongFailure()
    : httpFailure(status, (name) => headers.get(name));
}
