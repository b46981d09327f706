import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Ask } from "./ask.ts";

/** A route's work; a rejection becomes a 500. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const longestBody = 64 * 1024;

/** A server with `POST /ask` and further `POST` routes. */
export function createAskServer(ask: Ask, routes: Readonly<Record<string, Handler>> = {}): Server {
  const handlers = new Map<string, Handler>([...Object.entries(routes), ["/ask", askHandler(ask)]]);
  return createServer((request, response) => {
    const handler = handlers.get(new URL(request.url ?? "/", "http://demo").pathname);
    if (handler === undefined) return refuse(response, 404, `Not found. There is: ${[...handlers.keys()].join(", ")}.`);
    if (request.method !== "POST") return refuse(response.setHeader("allow", "POST"), 405, "Use POST.");
    handler(request, response).catch((error: unknown) => {
      if (!response.headersSent) refuse(response, 500, "The request failed.");
      else response.destroy(error instanceof Error ? error : undefined);
    });
  });
}

function askHandler(ask: Ask): Handler {
  return async (request, response) => {
    const body = await readAskBody(request);
    if ("problem" in body) return refuse(response, body.status, body.problem);
    const { requestId, parts } = await ask(body.query, body.intentClass);
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "x-request-id": requestId });
    for await (const part of parts) {
      // Leaving the loop returns the stream: a user who has gone away is an abandoned answer.
      if (response.destroyed) return;
      if (!response.write(part)) await drained(response);
    }
    response.end("\n");
  };
}

type AskBody =
  | { readonly query: string; readonly intentClass: string | undefined }
  | { readonly status: number; readonly problem: string };

async function readAskBody(request: IncomingMessage): Promise<AskBody> {
  const text = await readBody(request);
  if (text === undefined) return { status: 413, problem: `The body has more than ${longestBody} characters.` };
  const hint = 'Send {"query": "…", "intent": "faq"} as JSON; intent may be left out.';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { status: 400, problem: `The body is not JSON. ${hint}` };
  }
  const { query, intent } = (body ?? {}) as { query?: unknown; intent?: unknown };
  if (typeof query !== "string" || query.trim() === "")
    return { status: 400, problem: `query has to be a text. ${hint}` };
  if (intent !== undefined && typeof intent !== "string")
    return { status: 400, problem: `intent has to be a text. ${hint}` };
  return { query, intentClass: intent };
}

/** The body of a request; `undefined` when it has more than 65,536 characters. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let text = "";
  let length = 0;
  request.setEncoding("utf8");
  // Read to its end even when it is too long: breaking off would close the connection before the answer is sent.
  for await (const piece of request) {
    length += String(piece).length;
    text = length > longestBody ? "" : text + String(piece);
  }
  return length > longestBody ? undefined : text;
}

/** Answers with a status and one line of text. */
export function refuse(response: ServerResponse, status: number, problem: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${problem}\n`);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}
