import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers every chat completion with the same text, streamed as OpenAI streams it. */
export async function startFakeOpenAi(text: string): Promise<{ readonly baseUrl: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const content of text.split(/(?<= )/))
      response.write(eventOf({ index: 0, delta: { content }, finish_reason: null }));
    response.write(eventOf({ index: 0, delta: {}, finish_reason: "stop" }));
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
}

function eventOf(choice: object): string {
  const chunk = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "fake-model",
    choices: [choice],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
