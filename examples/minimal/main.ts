// Run: npm run build && node examples/minimal/main.ts "Can shoes be returned?"
import { createRagTriad } from "rag-triad";
import { startRagTelemetry } from "rag-triad/sdk";
import { answer, search } from "./service.ts";

// The five lines. (`otlp: false` keeps spans at home; leave it out to send them to the Collector at localhost:4318.)
const telemetry = startRagTelemetry({ serviceName: "minimal", prometheus: { port: metricsPort() }, otlp: false });
const triad = telemetry.register(createRagTriad({ pipeline: "support", modelVersion: "v1", intentClass: "faq" }));
const retrieve = triad.wrapRetriever(search);
const generate = triad.wrapGenerator(answer);
const ask = (query: string) => triad.run({ query }, async () => generate(query, await retrieve(query)));

// What was there before goes on as before.
for await (const part of await ask(process.argv[2] ?? "Can shoes be returned?")) process.stdout.write(part);

// The scores come after the answer has gone out. A service need not wait for them; a script that ends has to.
await triad.flush();
await telemetry.ready;
const metrics = await (await fetch(telemetry.metricsUrl ?? "")).text();
console.log(`\n\n${metrics.match(/^rag_(?:context_relevance|groundedness|answer_relevance)_sum.*$/gm)?.join("\n")}`);
await telemetry.shutdown();

function metricsPort(): number {
  return Number(process.env["METRICS_PORT"] ?? 9464);
}
