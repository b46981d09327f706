// A service on node:http alone, no framework: POST a query to /ask, read the answer as it is streamed, and scrape
// /metrics on a port of its own. SIGTERM waits for what is pending. Run: npm run build && node examples/plain-http/main.ts
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { createRagTriad } from "rag-triad";
import { startRagTelemetry } from "rag-triad/sdk";

const documents = [
  { id: "opening", text: "The library is open from 9 to 18 o'clock on weekdays." },
  { id: "loans", text: "Books can be borrowed for 4 weeks, films for 1 week." },
];

const telemetry = startRagTelemetry({
  serviceName: "plain-http",
  prometheus: { port: port("METRICS_PORT", 9464) },
  otlp: false,
});
const triad = telemetry.register(createRagTriad({ pipeline: "library", modelVersion: "v1", intentClass: intentOf }));

const retrieve = triad.wrapRetriever((query: string) =>
  documents.filter(({ text: passage }) => sharesWord(query, passage)),
);
// Node streams, web streams, async iterables, promises and plain values are all read as they are.
const generate = triad.wrapGenerator((_query: string, chunks: typeof documents) =>
  Readable.from(chunks.length === 0 ? ["I don't know."] : chunks.map(({ text: passage }) => `${passage} `)),
);

const server = createServer((request, response) => {
  if (request.method !== "POST" || request.url !== "/ask") return void response.writeHead(404).end();
  text(request)
    .then((query) => respond(query, response))
    .catch(() => response.destroy());
});

async function respond(query: string, response: ServerResponse): Promise<void> {
  const answer = triad.run({ query }, () => generate(query, retrieve(query)));
  response.setHeader("content-type", "text/plain; charset=utf-8");
  await pipeline(answer, response);
}

server.listen(port("PORT", 8080), "127.0.0.1", () => {
  void telemetry.ready.then(() => {
    const { port: listening } = server.address() as AddressInfo;
    console.log(`Ask with: curl http://127.0.0.1:${listening}/ask -d 'When is the library open?'`);
    console.log(`Metrics:  curl ${telemetry.metricsUrl}`);
  });
});

function intentOf(query: string | null): string {
  return query !== null && /\b(?:when|open)\b/i.test(query) ? "opening_hours" : "other_questions";
}

function sharesWord(query: string, passage: string): boolean {
  const words = query.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return words.some((word) => passage.toLowerCase().includes(word));
}

function port(name: string, byDefault: number): number {
  return Number(process.env[name] ?? byDefault);
}
