import * as api from "@opentelemetry/api";
import { createRagTriad } from "rag-triad";
import { quantileOf } from "./measure.ts";
import { cyclic, type BenchRequest } from "./workload.ts";

const warmUpRounds = 20;
const rounds = 100;
const requestsPerRound = 200;

/** What the request path costs with rag-triad and with the same three spans written by hand, in microseconds a request. */
export interface RequestPathCost {
  readonly ratio: number;
  readonly triadMicroseconds: number;
  readonly handWrittenMicroseconds: number;
}

/**
 * Runs both services in turn in one process. A round awaits its requests one after the other; scoring, which starts
 * in a later turn of the event loop, is waited for between the rounds and not timed.
 */
export async function measureRequestPath(requests: readonly BenchRequest[]): Promise<RequestPathCost> {
  const triad = createRagTriad({ pipeline: "bench", modelVersion: "v1", intentClass: "faq" });
  const services = { triad: triadService(triad), hand: handWrittenService() };
  const micros: Record<keyof typeof services, number[]> = { triad: [], hand: [] };
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const name of round % 2 === 0 ? (["triad", "hand"] as const) : (["hand", "triad"] as const)) {
      const service = services[name];
      const startedAt = performance.now();
      for (let index = 0; index < requestsPerRound; index++) await service(cyclic(requests, index));
      const elapsed = performance.now() - startedAt;
      await triad.flush({ timeoutMs: 60_000 });
      if (round >= 0) micros[name].push((elapsed * 1000) / requestsPerRound);
    }
  }
  await triad.shutdown();
  const triadMicroseconds = quantileOf(micros.triad, 0.5);
  const handWrittenMicroseconds = quantileOf(micros.hand, 0.5);
  return { ratio: triadMicroseconds / handWrittenMicroseconds, triadMicroseconds, handWrittenMicroseconds };
}

function triadService(triad: ReturnType<typeof createRagTriad>): (request: BenchRequest) => Promise<string> {
  let current: BenchRequest;
  const retrieve = triad.wrapRetriever(async (_query: string) => current.chunks);
  const generate = triad.wrapGenerator(async (_query: string, _chunks: BenchRequest["chunks"]) => current.answer);
  return (request) => {
    current = request;
    return triad.run({ query: request.query }, async () => generate(request.query, await retrieve(request.query)));
  };
}

function handWrittenService(): (request: BenchRequest) => Promise<string> {
  const tracer = api.trace.getTracer("bench");
  const inSpan = <T>(name: string, attributes: api.Attributes, f: () => Promise<T>): Promise<T> =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await f();
      } catch (error) {
        span.setStatus({ code: api.SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  return (request) =>
    inSpan(
      "rag_request",
      {
        "rag.pipeline": "bench",
        "rag.model_version": "v1",
        "rag.intent_class": "faq",
        "gen_ai.operation.name": "invoke_workflow",
      },
      async () => {
        const chunks = await inSpan("retrieval", { "gen_ai.operation.name": "retrieval" }, async () => request.chunks);
        return inSpan("generation", { "rag.retrieval.chunk_count": chunks.length }, async () => request.answer);
      },
    );
}
