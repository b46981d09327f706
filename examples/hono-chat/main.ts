// A chat over HTTP with Hono: POST a query to /chat, read the answer as server-sent events, scrape /metrics. Answers are
// scored by an LLM after they have gone out. Needs no key: without OPENAI_API_KEY it asks a server of its own.
// Run: npm run build && node examples/hono-chat/main.ts
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { createRagTriad } from "rag-triad";
import { startRagTelemetry } from "rag-triad/sdk";
import { createChat, intentOf } from "../support/chat/chat.ts";
import { connectOpenai } from "../support/chat/connect-openai.ts";
import { chatCanaries, chatJudges } from "../support/chat/judges.ts";
import { printEvaluations } from "../support/chat/print-evaluations.ts";
import { badBody, queryIn } from "../support/chat/query-in.ts";

const openai = await connectOpenai();
const telemetry = startRagTelemetry({
  serviceName: "hono-chat",
  prometheus: { port: Number(process.env["METRICS_PORT"] ?? 9464) },
  otlp: false, // Leave it out to send spans to the Collector at localhost:4318.
});
const triad = telemetry.register(
  createRagTriad({
    pipeline: "museum",
    modelVersion: openai.chatModel,
    intentClass: intentOf,
    judges: chatJudges(openai),
    canaries: chatCanaries(Number(process.env["CANARIES_EVERY_MS"] ?? 600_000)),
  }),
);
printEvaluations(triad);
const chat = createChat(triad, openai.client, openai.chatModel);

const app = new Hono().post("/chat", async (context) => {
  const query = queryIn(await context.req.json<unknown>().catch(() => undefined));
  if (query === undefined) return context.json(badBody, 400);
  const answer = await chat(query);
  return streamSSE(context, async (events) => {
    // The client has gone away: the model need not go on, and the request is counted as abandoned.
    events.onAbort(() => answer.controller.abort());
    for await (const { choices } of answer) {
      const text = choices[0]?.delta.content ?? "";
      if (text !== "") await events.writeSSE({ data: JSON.stringify(text) });
    }
    await events.writeSSE({ event: "done", data: "" });
  });
});

const server = serve(
  { fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"] ?? 8080) },
  ({ port }) => {
    void telemetry.ready.then(() => {
      console.log(`Ask with: curl -N http://127.0.0.1:${port}/chat -d '{"query":"What does a ticket cost?"}'`);
      console.log(`Metrics:  curl ${telemetry.metricsUrl}`);
    });
  },
);

// From the outside in: no new requests, and the answers that are being read go out whole; then what is pending is scored,
// for which the judge model must still be there; then spans and metrics leave; then everything else ends.
async function shutDown(): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
  await telemetry.shutdown();
  await openai.close();
  process.exit(0);
}
process.once("SIGTERM", () => void shutDown());
process.once("SIGINT", () => void shutDown());
