import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One call that the server got. */
export interface OpenaiCall {
  readonly endpoint: "chat/completions" | "embeddings";
  /** The path as it was asked for, with its query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** How many calls came before it. */
  readonly index: number;
}

/** Answers a call, or does to it what servers do. */
export type AnswerCall = (call: OpenaiCall, response: ServerResponse) => void;

/** A server that speaks the two endpoints of OpenAI's API that judges and services use. */
export interface OpenaiServer {
  /** What a client takes as its `baseURL`. */
  readonly url: string;
  /** Ends the server and what is still connected to it. */
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function serveOpenai(answer: AnswerCall): Promise<OpenaiServer> {
  let count = 0;
  const server = createServer((request, response) => {
    // A client that goes away is none of the server's business.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const path = request.url ?? "";
    const endpoint = /\/(chat\/completions|embeddings)(?:\?|$)/.exec(path)?.[1];
    if (request.method !== "POST" || endpoint === undefined) {
      sendJson(response, 404, { error: { message: "There is no such endpoint.", code: "not_found" } });
      return;
    }
    void readJson(request).then(
      (body) => {
        answer(
          { endpoint: endpoint as OpenaiCall["endpoint"], path, body, headers: request.headers, index: count++ },
          response,
        );
      },
      () => sendJson(response, 400, { error: { message: "The body is no JSON object.", code: "bad_request" } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Ends a response with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  request.setEncoding("utf8");
  for await (const part of request) text += String(part);
  const body: unknown = JSON.parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new TypeError("no object");
  return body as Record<string, unknown>;
}
