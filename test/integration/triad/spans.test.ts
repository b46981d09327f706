import * as api from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { createRagTriad } from "../../../src/index.ts";
import { createScriptedJudge } from "../../../src/testing/index.ts";
import { createTracedRig, onlySpan } from "../../helpers/traced-rig.ts";

const chunk = { id: "a", text: "Paris is the capital of France." };
const judges = () => ({ groundedness: createScriptedJudge({ metric: "groundedness", verdict: 0.9 }) });

function parentOf(span: { readonly parentSpanContext?: api.SpanContext }): string | undefined {
  return span.parentSpanContext?.spanId;
}

describe("the spans of a request", () => {
  it("nest as the calls do, in the application's trace, with the application's spans inside", async () => {
    const rig = createTracedRig();
    const triad = createRagTriad({
      pipeline: "p",
      judges: judges(),
      tracerProvider: rig.tracerProvider,
      meterProvider: rig.provider,
    });
    const retrieve = triad.wrapRetriever(async () => {
      rig.tracer.startActiveSpan("db", (span) => span.end());
      return [chunk];
    });
    const generate = triad.wrapGenerator(async function* (_query: string, _chunks: object[]) {
      rig.tracer.startActiveSpan("chat", (span) => span.end());
      yield "Paris.";
      await new Promise((resolve) => setTimeout(resolve, 1));
      rig.tracer.startActiveSpan("chat again", (span) => span.end());
    });
    const stream = await rig.tracer.startActiveSpan("POST /ask", async (span) => {
      const result = await triad.run({ query: "capital?", conversationId: "c1" }, async () =>
        generate("capital?", await retrieve()),
      );
      span.end();
      return result;
    });
    for await (const _ of stream);
    await triad.flush();
    const request = onlySpan(rig, "rag_request");
    expect(parentOf(request)).toBe(onlySpan(rig, "POST /ask").spanContext().spanId);
    expect(parentOf(onlySpan(rig, "retrieval"))).toBe(request.spanContext().spanId);
    expect(parentOf(onlySpan(rig, "generation"))).toBe(request.spanContext().spanId);
    expect(parentOf(onlySpan(rig, "db"))).toBe(onlySpan(rig, "retrieval").spanContext().spanId);
    expect(parentOf(onlySpan(rig, "chat"))).toBe(onlySpan(rig, "generation").spanContext().spanId);
    expect(parentOf(onlySpan(rig, "chat again"))).toBe(onlySpan(rig, "generation").spanContext().spanId);
    expect(request.attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.agent.name": "p",
      "gen_ai.conversation.id": "c1",
    });
    expect(new Set(rig.spans().map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it("of the judges' own work are not recorded, and no request's storage reaches it", async () => {
    const rig = createTracedRig();
    let spanInJudge: api.Span | undefined;
    const retrieved = createScriptedJudge({
      metric: "groundedness",
      verdict: () => {
        spanInJudge = api.trace.getActiveSpan();
        rig.tracer.startActiveSpan("judge model", (span) => span.end());
        return search().length;
      },
    });
    const triad = createRagTriad({
      pipeline: "p",
      judges: { groundedness: retrieved },
      tracerProvider: rig.tracerProvider,
      meterProvider: rig.provider,
    });
    const search = triad.wrapRetriever(() => [chunk]);
    triad.run({ query: "q" }, () => (search(), "Paris."));
    await triad.flush();
    expect(rig.spans("judge model")).toEqual([]);
    expect(spanInJudge?.isRecording() ?? false).toBe(false);
    expect(rig.spans("retrieval")).toHaveLength(1);
    expect(onlySpan(rig, "rag_request").attributes["rag.retrieval.chunk_count"]).toBe(1);
  });

  it("are not needed: metrics are recorded without any tracing SDK", async () => {
    const rig = createTracedRig();
    const triad = createRagTriad({
      pipeline: "p",
      judges: judges(),
      meterProvider: rig.provider,
      tracerProvider: new api.ProxyTracerProvider(),
    });
    for (let index = 0; index < 5; index++) {
      const retrieve = triad.wrapRetriever(() => [chunk]);
      triad.run({ query: "q" }, (request) => {
        expect(request.spanContext.traceId).toMatch(/^0+$/);
        retrieve();
        return "Paris.";
      });
    }
    await triad.flush();
    const samples = await rig.samples();
    const count = samples.find(({ name }) => name === "rag_groundedness_count");
    expect(count?.value).toBe(5);
    expect(rig.spans()).toEqual([]);
  });

  it("keep a failed request's class, never its message", async () => {
    const rig = createTracedRig();
    const triad = createRagTriad({
      pipeline: "p",
      judges: judges(),
      tracerProvider: rig.tracerProvider,
      meterProvider: rig.provider,
    });
    const generate = triad.wrapGenerator(() =>
      Promise.reject(Object.assign(new Error("canary"), { code: "ECONNRESET" })),
    );
    await expect(triad.run({ query: "q" }, () => generate())).rejects.toThrow("canary");
    await triad.flush();
    for (const name of ["rag_request", "generation"]) {
      expect(onlySpan(rig, name).status).toEqual({ code: api.SpanStatusCode.ERROR });
      expect(onlySpan(rig, name).attributes["error.type"]).toBe("ECONNRESET");
      expect(onlySpan(rig, name).events).toEqual([]);
    }
  });
});
