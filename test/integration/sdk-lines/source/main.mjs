// A small service on rag-triad and rag-triad/sdk. The same file runs on both SDK lines; the test reads what it prints
// and what its receiver gets.
import * as api from "@opentelemetry/api";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { createRagTriad } from "rag-triad";
import { startRagTelemetry } from "rag-triad/sdk";

const takenEarly = api.trace.getTracer("app");
const telemetry = startRagTelemetry({
  serviceName: "sdk-lines",
  prometheus: { port: 0 },
  otlp: { url: process.env.RECEIVER_URL },
});
await telemetry.ready;

const judgeMs = 400;
const scores = { context_relevance: 0.9, groundedness: 0.42, answer_relevance: 1 };
const judges = Object.fromEntries(
  Object.entries(scores).map(([metric, score]) => [
    metric,
    {
      metric,
      name: "slow",
      version: "1",
      thresholds: { warning: 0.8, page: 0.7 },
      async judge() {
        takenEarly.startSpan("the judge's own").end();
        await sleep(judgeMs);
        return { outcome: { score }, judge: "slow/1" };
      },
    },
  ]),
);

const support = telemetry.register(
  createRagTriad({ pipeline: "support", modelVersion: "model-1", intentClass: "howto", judges }),
);
const retrieve = support.wrapRetriever(
  async () => {
    await takenEarly.startActiveSpan("db query", async (span) => {
      await sleep(30);
      span.end();
    });
    return [{ id: "a", text: "Returns are accepted for 30 days." }];
  },
  { topK: 1 },
);
const generate = support.wrapGenerator(async function* () {
  const call = takenEarly.startSpan("llm call");
  yield "Returns are accepted ";
  await sleep(60);
  yield "for 30 days.";
  call.end();
});

let answer = "";
const measured = {};
const judged = new Promise((resolve) => support.on("evaluated", resolve)).then(() => performance.now());
await takenEarly.startActiveSpan("GET /ask", async (http) => {
  measured.startMs = performance.now();
  await support.run({ query: "How long can I return it?", conversationId: "c-1" }, async () => {
    const chunks = await retrieve("How long can I return it?");
    for await (const part of generate("How long can I return it?", chunks)) answer += part;
  });
  measured.requestMs = performance.now() - measured.startMs;
  http.end();
});

// The default judges, which run in a worker thread.
const embedded = telemetry.register(createRagTriad({ pipeline: "embedded" }));
const evaluated = new Promise((resolve) => embedded.on("evaluated", resolve));
embedded.run({ query: "How long can I return it?" }, (request) => {
  request.addChunks([{ id: "a", text: "Returns are accepted for 30 days after delivery." }]);
  return "Returns are accepted for 30 days.";
});
const { status, results } = await evaluated;
await support.flush();

const metrics = await (await fetch(telemetry.metricsUrl)).text();
const required = createRequire(import.meta.url);
const facts = {
  node: process.version,
  answer,
  measured,
  judgeMs,
  judgedAfterMs: (await judged) - measured.startMs,
  embedded: { status, scores: Object.fromEntries(Object.entries(results).map(([id, { outcome }]) => [id, outcome])) },
  metrics,
  hasLogs: "logs" in api,
  requireIsImport: required("rag-triad").createRagTriad === createRagTriad,
};
process.stdout.write(`${JSON.stringify(facts)}\n`);
// It ends by itself: beforeExit has to send what is left.
