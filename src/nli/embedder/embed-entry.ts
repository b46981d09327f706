// The embedder's own thread, started by embed-thread.ts; nothing imports it.
import { parentPort, workerData } from "node:worker_threads";
import { createEmbedServer } from "./embed-server.ts";
import type { EmbeddingSettings } from "./embedder-options.ts";
import { loadEmbeddingModel } from "./load-embedding-model.ts";
import type { EmbedRequest } from "./messages.ts";

const port = parentPort;
if (port !== null) {
  const { settings } = workerData as { readonly settings: EmbeddingSettings };
  const server = createEmbedServer(
    () => loadEmbeddingModel(settings),
    (reply) => port.postMessage(reply),
  );
  port.on("message", (request: EmbedRequest) => server.receive(request));
}
