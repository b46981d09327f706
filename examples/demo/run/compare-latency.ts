import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { createRagTriad } from "rag-triad";
import { createAskClient } from "../client/ask-client.ts";
import { addedLatency, measurePairs, type AddedLatency } from "../measure/added-latency.ts";
import type { DemoQuery } from "../queries.ts";
import { createBareAsk, createWrappedAsk } from "../service/ask.ts";
import { close, listen } from "../service/listen.ts";
import type { Pipeline } from "../service/pipeline.ts";
import { createAskServer } from "../service/server.ts";

const warmUpPairs = 60;

/**
 * Serves the pipeline twice, wrapped and bare, and sends both the same queries in turn over HTTP. The wrapped one scores
 * every answer meanwhile. The pipeline should stream without delays: they would only hide what is measured. The wrapped
 * service has a meter provider of its own, so that `/metrics` holds the demo's requests only.
 */
export async function compareLatency(
  pipeline: Pipeline,
  queries: readonly DemoQuery[],
  pairs: number,
): Promise<AddedLatency | undefined> {
  if (pairs === 0) return undefined;
  const meterProvider = new MeterProvider({ readers: [new PrometheusExporter({ preventServerStart: true })] });
  const triad = createRagTriad({
    pipeline: "demo-latency",
    modelVersion: "extractive-1",
    maxPending: 20_000,
    meterProvider,
  });
  const wrapped = await serve(createWrappedAsk(triad, pipeline));
  const bare = await serve(createBareAsk(pipeline));
  const items = Array.from({ length: pairs + warmUpPairs }, (_, position) => queries[position % queries.length]).filter(
    (query) => query !== undefined,
  );
  try {
    return addedLatency(await measurePairs(items, { bare: bare.time, wrapped: wrapped.time, warmUp: warmUpPairs }));
  } finally {
    await Promise.all([bare.stop(), wrapped.stop()]);
    await triad.shutdown({ timeoutMs: 0 });
    await meterProvider.shutdown();
  }
}

async function serve(ask: ReturnType<typeof createBareAsk>) {
  const server = createAskServer(ask);
  const client = createAskClient(await listen(server, 0));
  return {
    time: async ({ query, intentClass }: DemoQuery): Promise<number> =>
      (await client.ask(query, intentClass)).milliseconds,
    stop: async (): Promise<void> => {
      client.close();
      await close(server);
    },
  };
}
