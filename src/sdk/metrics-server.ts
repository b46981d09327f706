import { diag } from "@opentelemetry/api";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { RagTriadError } from "../core/errors.ts";
import { clusterPortError } from "./cluster-port.ts";

/** An HTTP server that answers one path with metrics. It does not keep the process alive. */
export interface MetricsServer {
  /** Resolves when the port is listened on; rejects with `ERR_RAG_TRIAD_PORT_TAKEN`, in a cluster worker `ERR_RAG_TRIAD_CLUSTER_PORT`. */
  readonly listening: Promise<void>;
  /** The address for a client on this machine; `undefined` until port 0 has become a real one, or after a failure. */
  url(): string | undefined;
  /** Resolves when a scrape that began after this call has been answered. */
  nextScrape(): Promise<void>;
  close(): Promise<void>;
}

/** What {@link createMetricsServer} needs. */
export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly isClusterWorker: boolean;
  readonly render: () => Promise<string>;
}

/** Listens at once and exclusively: in a cluster worker the port is the worker's own or it fails. */
export function createMetricsServer(options: MetricsServerOptions): MetricsServer {
  const { host, port, path, render } = options;
  let state: "starting" | "listening" | "failed" | "closed" = "starting";
  const scrapeWaiters = new Set<() => void>();
  const server = createServer((request, response) => {
    const waiters = [...scrapeWaiters];
    void answer(request, response, path, render).then((scraped) => {
      if (scraped) for (const done of waiters) done();
    });
  }).unref();

  const listening = new Promise<void>((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (state !== "starting") return diag.error("rag-triad: the metrics server failed", error.code);
      state = "failed";
      reject(listenError(error, options));
    });
    server.listen({ host, port, exclusive: true }, () => {
      state = "listening";
      resolve();
    });
  });

  return {
    listening,
    url() {
      if (state === "failed" || state === "closed") return undefined;
      const address = server.address();
      const realPort = typeof address === "object" && address !== null ? address.port : port;
      return realPort === 0 ? undefined : `http://${reachableHost(host)}:${realPort}${path}`;
    },
    nextScrape() {
      if (state !== "listening") return Promise.resolve();
      return new Promise((resolve) => {
        const done = (): void => {
          scrapeWaiters.delete(done);
          resolve();
        };
        scrapeWaiters.add(done);
      });
    },
    async close() {
      // A server that is closed while it looks its host up listens afterwards, and says nothing when it does not.
      await listening.catch(() => undefined);
      state = "closed";
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Answers one request; whether it was a scrape that the client got whole. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  render: () => Promise<string>,
): Promise<boolean> {
  const [pathname] = (request.url ?? "").split("?", 1);
  if (pathname !== path) return end(response, 404, "Not found\n");
  if (request.method === "HEAD") return end(response, 200, "");
  if (request.method !== "GET") {
    response.setHeader("allow", "GET, HEAD");
    return end(response, 405, "Method not allowed\n");
  }
  try {
    const text = await render();
    return await end(response, 200, text);
  } catch (error) {
    diag.error("rag-triad: metrics could not be collected", error);
    return end(response, 500, "Metrics could not be collected\n");
  }
}

function end(response: ServerResponse, status: number, body: string): Promise<boolean> {
  const type = status === 200 ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain; charset=utf-8";
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
  return new Promise((resolve) => {
    response.once("finish", () => resolve(status === 200 && body !== ""));
    response.once("close", () => resolve(false));
    response.end(body);
  });
}

function listenError(
  error: NodeJS.ErrnoException,
  { host, port, isClusterWorker }: MetricsServerOptions,
): RagTriadError {
  const isTaken = error.code === "EADDRINUSE";
  const what = `The metrics port ${host}:${port} cannot be listened on: `;
  if (isTaken && isClusterWorker) {
    return clusterPortError(`${what}a sibling, or another process, listens there already.`, { cause: error });
  }
  const reason = isTaken
    ? "something listens there already. Stop it or choose another port (`prometheus.port`, OTEL_EXPORTER_PROMETHEUS_PORT)"
    : `the system refused it (${error.code ?? error.name}). Check \`prometheus.host\` and \`prometheus.port\``;
  return new RagTriadError("ERR_RAG_TRIAD_PORT_TAKEN", `${what}${reason}.`, { cause: error });
}

function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
