import * as api from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import * as imported from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRagTriad, type Judge, type RagTriad } from "../../../src/index.ts";
import { openaiEmbedder, openaiJudgeModel } from "../../../src/openai/index.ts";
import { createTracedRig, type TracedRig } from "../../helpers/traced-rig.ts";
import { startOpenaiServer, type ScriptedServer } from "../../helpers/openai-server.ts";

// What the instrumentation patches is known by class: it gives calls of the copy that it requires back as the client's own
// promises, and those of the imported copy as plain ones.
const required = createRequire(import.meta.url)("openai") as typeof imported;

const chunk = { id: "a", text: "Paris is the capital of France." };
const query = "What is the capital?";

let server: ScriptedServer;
let rig: TracedRig;
let instrumentation: OpenAIInstrumentation;

/** As the instrumentation of Node's own HTTP client does: a span a request, and its identity in the request's headers. */
function onFetch(message: unknown): void {
  const { request } = message as { readonly request: { addHeader(name: string, value: string): void } };
  const span = rig.tracer.startSpan("POST", { kind: api.SpanKind.CLIENT });
  api.propagation.inject(api.trace.setSpan(api.context.active(), span), request, {
    set: (carrier, name, value) => carrier.addHeader(name, value),
  });
  span.end();
}

beforeAll(async () => {
  server = await startOpenaiServer(() => "Paris is the capital.");
  rig = createTracedRig();
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  instrumentation = new OpenAIInstrumentation({ tracerProvider: rig.tracerProvider });
  instrumentation.manuallyInstrument(imported.default as never);
  instrumentation.manuallyInstrument(required.default as never);
  subscribe("undici:request:create", onFetch);
});
afterAll(async () => {
  unsubscribe("undici:request:create", onFetch);
  instrumentation.disable();
  api.propagation.disable();
  await server.close();
});

/** What a judge of this test may use. */
interface Means {
  readonly triad: RagTriad;
  readonly generate: (query: string, chunks: object[]) => Promise<unknown>;
  readonly client: imported.OpenAI;
  readonly signal: AbortSignal;
}

function createBusyJudge(work: (signal: AbortSignal) => Promise<unknown>): Judge {
  return {
    metric: "groundedness",
    name: "busy",
    version: "1",
    thresholds: { warning: 0.8, page: 0.7 },
    async judge(_, { signal }) {
      await work(signal);
      return { outcome: { score: 1 }, judge: "busy/1" };
    },
  };
}

describe.each([
  ["imported", imported],
  ["required", required],
])("with the %s openai client instrumented, and HTTP as well", (_, { OpenAI }) => {
  /** Serves one request with the user's own client and waits until it is judged; says what was seen of it. */
  async function serve(judge: (means: Means) => Promise<unknown>): Promise<{
    readonly spans: readonly string[];
    /** The model of each call, and whether the call carries a trace. */
    readonly calls: readonly unknown[];
    readonly completed: number;
    readonly scores: readonly unknown[];
  }> {
    const before = { calls: server.calls.length, spans: rig.spans().length };
    const client = new OpenAI({ baseURL: server.url, apiKey: "none" });
    const triad: RagTriad = createRagTriad({
      pipeline: "p",
      judges: { groundedness: createBusyJudge((signal) => judge({ triad, generate, client, signal })) },
      tracerProvider: rig.tracerProvider,
      meterProvider: rig.provider,
    });
    const retrieve = triad.wrapRetriever(() => [chunk]);
    const generate = triad.wrapGenerator(async (text: string, _chunks: object[]) =>
      client.chat.completions.create({ model: "users-model", messages: [{ role: "user", content: text }] }),
    );
    let completed = 0;
    const scores: unknown[] = [];
    triad.on("completed", () => void completed++);
    triad.on("evaluated", ({ results }) => void scores.push(results["groundedness"]?.outcome));
    await rig.tracer.startActiveSpan("POST /ask", async (span) => {
      await triad.run({ query }, async () => generate(query, retrieve()));
      span.end();
    });
    await triad.flush();
    return {
      spans: rig
        .spans()
        .slice(before.spans)
        .map(({ name }) => name)
        .sort(),
      calls: server.calls.slice(before.calls).map(({ body, headers }) => [body["model"], "traceparent" in headers]),
      completed,
      scores,
    };
  }

  const usersSpans = ["OpenAI Chat Completions", "POST", "POST /ask", "generation", "rag_request", "retrieval"];

  it("the judge's calls have no span and carry no trace, the user's have both", async () => {
    const seen = await serve(async ({ client, signal }) => {
      const model = openaiJudgeModel(client, { model: "judge-model" });
      await model.complete({ instructions: "Judge.", input: "Paris." }, { signal });
      await openaiEmbedder(client, { model: "judge-embedder" }).embed([query], { signal, kind: "query" });
    });
    expect(seen).toEqual({
      spans: usersSpans,
      calls: [
        ["users-model", true],
        ["judge-model", false],
        ["judge-embedder", false],
      ],
      completed: 1,
      scores: [{ score: 1 }],
    });
  });

  it("a judge that uses wrapped functions and runs of its own is not judged in turn", async () => {
    const seen = await serve(async ({ triad, generate }) => {
      await generate(query, [chunk]);
      await triad.run({ query }, () => generate(query, [chunk]));
    });
    expect(seen).toEqual({
      spans: usersSpans,
      calls: [
        ["users-model", true],
        ["users-model", false],
        ["users-model", false],
      ],
      completed: 1,
      scores: [{ score: 1 }],
    });
  });
});
