// A chat over HTTP with Express: POST a query to /chat, read the answer as server-sent events, scrape /metrics. Answers are
// scored by an LLM after they have gone out. Needs no key: without OPENAI_API_KEY it asks a server of its own.
// Run: npm run build && node examples/express-chat/main.ts
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import express, { type ErrorRequestHandler, type Request, type Response } from "express";
import { createRagTriad } from "rag-triad";
import { startRagTelemetry } from "rag-triad/sdk";
import { createChat, intentOf } from "../support/chat/chat.ts";
import { connectOpenai } from "../support/chat/connect-openai.ts";
import { chatCanaries, chatJudges } from "../support/chat/judges.ts";
import { printEvaluations } from "../support/chat/print-evaluations.ts";
import { badBody, queryIn } from "../support/chat/query-in.ts";

const openai = await connectOpenai();
const telemetry = startRagTelemetry({
  serviceName: "express-chat",
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

const app = express();
// A body of another type is not read, and there is no query in it; one that cannot be read (400, 413, 415) comes here.
const refuse: ErrorRequestHandler = (error: { readonly status?: number }, _request, response, _next) => {
  response.status(error.status ?? 400).json(badBody);
};
// Express would answer with the stack. (Where the answer has begun, it closes the connection.)
const fail: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  console.error(error);
  response.status(500).json({ error: "There is no answer." });
};
app.post("/chat", express.json(), refuse, async (request: Request, response: Response) => {
  const query = queryIn(request.body);
  if (query === undefined) return void response.status(400).json(badBody);
  const answer = await chat(query);
  response.set({ "content-type": "text/event-stream", "cache-control": "no-cache" });
  // The client has gone away: the model need not go on, and the request is counted as abandoned.
  response.on("close", () => answer.controller.abort());
  // Keeps the client's pace.
  await pipeline(Readable.from(eventsOf(answer)), response).catch(() => undefined);
});
app.use(fail);

async function* eventsOf(answer: Awaited<ReturnType<typeof chat>>): AsyncGenerator<string> {
  for await (const { choices } of answer) {
    const text = choices[0]?.delta.content ?? "";
    if (text !== "") yield `data: ${JSON.stringify(text)}\n\n`;
  }
  yield "event: done\ndata:\n\n";
}

const server = app.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", (error) => {
  if (error !== undefined) throw error;
  void telemetry.ready.then(() => {
    const { port } = server.address() as AddressInfo;
    console.log(
      `Ask with: curl -N http://127.0.0.1:${port}/chat -H 'content-type: application/json' -d '{"query":"What does a ticket cost?"}'`,
    );
    console.log(`Metrics:  curl ${telemetry.metricsUrl}`);
  });
});

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
