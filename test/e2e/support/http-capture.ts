import { createServer, type IncomingHttpHeaders } from "node:http";
import { close, listen } from "../../../examples/demo/service/listen.ts";

/** A request as it came in. */
export interface CapturedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A server that takes every request with a JSON body. */
export interface HttpCapture {
  readonly url: string;
  requests(): readonly CapturedRequest[];
  stop(): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1; it answers 202, as PagerDuty does, and Slack's "ok". */
export async function startHttpCapture(): Promise<HttpCapture> {
  const captured: CapturedRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      captured.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(body) });
      response.writeHead(202).end("ok");
    });
  });
  const url = await listen(server, 0);
  return { url, requests: () => captured, stop: () => close(server) };
}
