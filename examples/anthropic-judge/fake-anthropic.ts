import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { tokensOf } from "../support/openai-server/completion.ts";
import { judgeReply } from "../support/openai-server/judge-replies.ts";

/** What is asked for: the part of the Messages API that the adapter uses. */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly system: string;
  readonly messages: readonly { readonly content: string }[];
  readonly output_config?: { readonly format: { readonly schema: { readonly title?: string } } };
}

/** Answers one request. */
export type AnswerMessages = (request: MessagesRequest, response: ServerResponse) => void;

/** A stand-in for Anthropic's Messages API on this machine, for who has no key: it judges by counting words. */
export async function startFakeAnthropic(
  answer: AnswerMessages = (request, response) => sendMessage(request, response, replyTo(request)),
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== "POST" || !request.url?.startsWith("/v1/messages"))
      return void response.writeHead(404).end();
    void json(request).then((body) => answer(body as MessagesRequest, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}

/** Answers with a message that says `text`. */
export function sendMessage(
  { model, system, messages }: MessagesRequest,
  response: ServerResponse,
  text: string,
  stopReason = "end_turn",
): void {
  const sent = tokensOf(system + messages.map(({ content }) => content).join(""));
  response.writeHead(200, { "content-type": "application/json" }).end(
    JSON.stringify({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      content: [{ type: "text", text }],
      stop_reason: stopReason,
      stop_sequence: null,
      usage: { input_tokens: sent, output_tokens: tokensOf(text) },
    }),
  );
}

/** What the local server says to the judges' prompts, whoever's protocol they come in. */
export function replyTo({ system, messages, output_config: output }: MessagesRequest): string {
  const body = {
    messages: [{ content: system }, ...messages],
    response_format: { json_schema: { name: output?.format.schema.title } },
  };
  return judgeReply({ endpoint: "chat/completions", path: "", body, headers: {}, index: 0 }) ?? "I don't know.";
}
