// A judge model and an embedder over the Vercel AI SDK (`ai` 7): every provider that it has can judge.
import {
  APICallError,
  embedMany,
  generateText,
  JSONParseError,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  TypeValidationError,
  type EmbeddingModel,
  type FinishReason,
  type LanguageModel,
  type LanguageModelUsage,
} from "ai";
import { JudgeFailure, type Embedder, type JudgeModel, type JudgeModelReply } from "rag-triad";
import { connectionFailure, httpFailure, saysTooLong, tooLongFailure } from "../support/adapters/http-failure.ts";

/** What a million tokens cost, in USD. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** Turns a language model of the AI SDK into a judge model. */
export function aiSdkJudgeModel(model: Exclude<LanguageModel, string>, price?: Price): JudgeModel {
  return {
    model: model.modelId,
    async complete({ instructions, input, schema, maxOutputTokens }, { signal }) {
      try {
        const { text, finishReason, usage } = await generateText({
          model,
          instructions,
          prompt: input,
          temperature: 0,
          maxRetries: 0, // One attempt: the judge's policy decides about others.
          abortSignal: signal,
          ...(maxOutputTokens !== undefined && { maxOutputTokens }),
          ...(schema && { output: Output.object({ name: schema.name, schema: jsonSchema(schema.schema) }) }),
        });
        return replyOf(text, finishReason, usage, price);
      } catch (error) {
        // No JSON after all: the judge reads more tolerantly, and its tokens were used.
        if (NoObjectGeneratedError.isInstance(error) && error.text !== undefined) {
          return replyOf(error.text, error.finishReason, error.usage, price);
        }
        throw failureOf(error);
      }
    },
  };
}

/** Turns an embedding model of the AI SDK into an embedder. */
export function aiSdkEmbedder(model: Exclude<EmbeddingModel, string>, usdPerMillion?: number): Embedder {
  return {
    model: model.modelId,
    async embed(texts, { signal }) {
      try {
        const { embeddings, usage } = await embedMany({
          model,
          values: [...texts],
          maxRetries: 0,
          abortSignal: signal,
        });
        const cost = usdPerMillion === undefined ? {} : { cost: (usage.tokens * usdPerMillion) / 1e6 };
        return { vectors: embeddings, usage: { inputTokens: usage.tokens, ...cost } };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function replyOf(
  text: string,
  finishReason: FinishReason | undefined,
  usage: LanguageModelUsage | undefined,
  price: Price | undefined,
): JudgeModelReply {
  const { inputTokens, outputTokens } = usage ?? {};
  return {
    text,
    finish: finishReason === "length" ? "length" : finishReason === "content-filter" ? "refusal" : "stop",
    usage: {
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      ...(price !== undefined &&
        inputTokens !== undefined &&
        outputTokens !== undefined && { cost: (inputTokens * price.input + outputTokens * price.output) / 1e6 }),
    },
  };
}

/** What is foreseen becomes a `JudgeFailure`; an abort and a programming error stay what they are. */
function failureOf(error: unknown): unknown {
  if (!APICallError.isInstance(error)) return error;
  const { statusCode, responseHeaders = {}, responseBody = "" } = error;
  if (statusCode === undefined) return connectionFailure();
  if (statusCode === 400 && saysTooLong(responseBody)) return tooLongFailure();
  if (statusCode >= 400) return httpFailure(statusCode, (name) => responseHeaders[name]);
  if (!JSONParseError.isInstance(error.cause) && !TypeValidationError.isInstance(error.cause))
    return connectionFailure();
  return new JudgeFailure("judge_invalid_output", "The answer is not what this endpoint answers with", {
    code: "unreadable_body",
    retryable: true,
  });
}
