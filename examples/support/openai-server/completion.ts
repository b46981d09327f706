import type { ServerResponse } from "node:http";
import { sendJson, type OpenaiCall } from "./server.ts";

/** How a completion ended and what it cost; whatever is left out is as after a success. */
export interface CompletionOptions {
  readonly finishReason?: "stop" | "length" | "content_filter";
  /** The model's refusal; then there is no text. */
  readonly refusal?: string;
}

/** A rough count, as for a bill: four characters a token. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The body of a chat completion that says `text`. */
export function completionOf(call: OpenaiCall, text: string, options: CompletionOptions = {}): object {
  const { finishReason = "stop", refusal } = options;
  const [sent, received] = [tokensOf(textsOf(call).join("")), tokensOf(text)];
  const message = { role: "assistant", content: refusal === undefined ? text : null, refusal: refusal ?? null };
  return {
    ...frameOf(call, "chat.completion"),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: { prompt_tokens: sent, completion_tokens: received, total_tokens: sent + received },
  };
}

/** Answers with `text`: as a stream, a word an event, when the call asks for one. */
export function sendCompletion(
  call: OpenaiCall,
  response: ServerResponse,
  text: string,
  options: CompletionOptions = {},
): void {
  if (call.body["stream"] !== true) {
    sendJson(response, 200, completionOf(call, text, options));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, finishReason: string | null): void => {
    const chunk = {
      ...frameOf(call, "chat.completion.chunk"),
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ role: "assistant", content: "" }, null);
  for (const word of text.match(/\S+\s*/g) ?? []) send({ content: word }, null);
  send({}, options.finishReason ?? "stop");
  response.end("data: [DONE]\n\n");
}

/** The texts of a chat's messages, in order. */
export function textsOf({ body }: OpenaiCall): readonly string[] {
  const { messages } = body;
  if (!Array.isArray(messages)) return [];
  return messages.map((message: { readonly content?: unknown }) =>
    typeof message.content === "string" ? message.content : "",
  );
}

function frameOf({ body, index }: OpenaiCall, object: string): object {
  return { id: `chatcmpl-${index}`, object, created: 1_800_000_000, model: body["model"] };
}
