import { Agent, request } from "node:http";

/** One answer as its user sees it. */
export interface Answered {
  readonly requestId: string;
  readonly answer: string;
  /** From sending the query to the last part. */
  readonly milliseconds: number;
}

/** A client of a service. */
export interface AskClient {
  /** Rejects when the service does not answer with 200. */
  ask(query: string, intentClass: string): Promise<Answered>;
  close(): void;
}

/**
 * A client of the service at `url`. It keeps its connections, so that none of them is counted as latency; with `keepAlive`
 * false it does not: a server that closes an idle one at the wrong moment is no failure then.
 */
export function createAskClient(url: string, { keepAlive = true }: { readonly keepAlive?: boolean } = {}): AskClient {
  const agent = new Agent({ keepAlive });

  function ask(query: string, intentClass: string): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const sent = request(
        new URL("/ask", url),
        { method: "POST", agent, headers: { "content-type": "application/json" } },
        (response) => {
          let answer = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => (answer += part));
          response.on("error", reject);
          response.on("end", () => {
            const milliseconds = performance.now() - startedAt;
            if (response.statusCode !== 200)
              return reject(new Error(`${url}/ask answered ${response.statusCode}: ${answer.trim()}`));
            resolve({
              requestId: String(response.headers["x-request-id"] ?? ""),
              answer: answer.trimEnd(),
              milliseconds,
            });
          });
        },
      );
      sent.on("error", reject);
      sent.end(JSON.stringify({ query, intent: intentClass }));
    });
  }

  return { ask, close: () => agent.destroy() };
}
