import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { attributeTable, type AttributePlace } from "../../../src/telemetry/attribute-table.ts";
import { createContentCapture } from "../../../src/telemetry/content.ts";
import { evaluationAttributes } from "../../../src/telemetry/evaluation-attributes.ts";
import { instrumentTable } from "../../../src/telemetry/instruments.ts";
import {
  completionAttributes,
  generationAttributes,
  requestAttributes,
  retrievalAttributes,
} from "../../../src/telemetry/span-attributes.ts";
import { aSlice, aSpan, completed, createTestTelemetry, evaluated, pending, resolved } from "./events.ts";
import { createMetricsRig } from "./metrics-rig.ts";

const generic = (key: string): string =>
  key
    .replace(/^rag\.evaluation\..+\.(outcome|judge)$/, "rag.evaluation.<metric>.$1")
    .replace(/^rag\.(groundedness|context_relevance|answer_relevance|criteria\.\w+)$/, "rag.<metric>");

const tableKeys = (place: AttributePlace): string[] =>
  attributeTable
    .filter(({ on }) => on.includes(place))
    .map(({ key }) => key)
    .sort();

const claims = [{ text: "It is 5.", verdict: "unsupported" as const, score: 0.1, flags: [] }];
const judged = {
  outcome: { score: 0.5 },
  judge: "llm/1",
  judgeSeconds: 0.5,
  usage: { inputTokens: 1, outputTokens: 1, cost: 0.1 },
  findings: { fabricated_quote: 1 },
  detail: { claims, explanation: "because" },
};
const failed = { outcome: { reason: "judge_error" as const }, judge: "llm/1", judgeSeconds: 1, errorType: "TypeError" };

function evaluationOf(status: "scored" | "late") {
  const capture = createContentCapture({ captureContent: true, warn: () => {} });
  const results = { groundedness: judged, "criteria.tone": failed };
  return {
    ...completionAttributes({ slice: aSlice, chunkCount: 1, refusal: false }),
    ...capture.interaction({ query: "q", chunks: [{ id: "1", text: "c" }], answer: "a" }),
    ...capture.results(results),
    ...evaluationAttributes({ status, results, quality: "fail", diagnosis: "generation" }),
  };
}

test("what is on each span is what the table says", () => {
  const exporter = new InMemorySpanExporter();
  const { telemetry } = createTestTelemetry({
    tracerProvider: new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  });
  const { tracing } = telemetry;
  const versions = { prompt: "p", index: "i", embeddingModel: "e" };
  const request = tracing.start("rag_request", {
    attributes: requestAttributes({
      pipeline: "support",
      conversationId: "c",
      modelVersion: "m",
      intentClass: "billing",
      versions,
    }),
  });
  const retrieval = tracing.start("retrieval", { attributes: retrievalAttributes({ dataSourceId: "d", topK: 3 }) });
  const generation = tracing.start("generation", { attributes: generationAttributes() });
  request.set(evaluationOf("scored"));
  for (const span of [retrieval, generation, request]) {
    span.fail("TypeError");
    span.end();
  }
  tracing.startEvaluation(request.identity, evaluationOf("late")).end();
  for (const span of exporter.getFinishedSpans()) {
    const found = [...new Set(Object.keys(span.attributes).map(generic))].sort();
    expect(found, span.name).toEqual(tableKeys(span.name as AttributePlace));
  }
  expect(exporter.getFinishedSpans()).toHaveLength(4);
});

test("what is on the events and in the labels is what the tables say", async () => {
  const rig = createMetricsRig();
  const exporter = new InMemoryLogRecordExporter();
  const logger = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] }).getLogger("test");
  const { telemetry } = createTestTelemetry({ meterProvider: rig.provider, logger });
  const facts = { durationSeconds: 0.1, chunkCount: 0 };
  telemetry.observe(
    completed("1", {
      outcome: "error",
      errorType: "TypeError",
      retrievals: [{ ...facts, errorType: "TypeError" }],
      generations: [{ timeToFirstPartSeconds: 0.1, errorType: "TypeError" }],
    }),
  );
  telemetry.observe(pending("1", "groundedness"));
  for (const metric of ["groundedness", "context_relevance", "answer_relevance"]) {
    telemetry.observe(
      resolved("1", metric, {
        result: judged,
        lagSeconds: 0.1,
        wasPending: metric === "groundedness",
        explanation: "because",
        target: aSpan,
      }),
    );
    telemetry.observe(resolved("1", metric, { result: failed, target: aSpan }));
  }
  telemetry.observe(evaluated("1"));
  const compared = { pipeline: "support", metric: "groundedness", judge: "llm/1" };
  telemetry.observe({ type: "compared", ...compared, shadowJudge: "llm/2", difference: 0.1, agree: true });
  telemetry.observe({ type: "canary", pipeline: "support", metric: "groundedness", result: judged, passed: false });

  const onEvents = exporter.getFinishedLogRecords().flatMap(({ attributes }) => Object.keys(attributes));
  expect([...new Set(onEvents)].sort()).toEqual(tableKeys("event"));

  const samples = await rig.samples();
  const scopes = {
    slice: ["rag.pipeline", "rag.intent_class", "rag.model_version"],
    pipeline: ["rag.pipeline"],
    intent: ["rag.pipeline", "rag.intent_class"],
    process: [],
  };
  for (const { name, kind, scope, labels } of Object.values(instrumentTable)) {
    const series =
      name.replaceAll(".", "_") +
      { counter: "_total", histogram: "_count", up_down_counter: "", observable_gauge: "" }[kind];
    const found = samples.filter((sample) => sample.name === series).flatMap((sample) => Object.keys(sample.labels));
    const expected = [...scopes[scope], ...labels].map((key) => key.replaceAll(".", "_"));
    expect([...new Set(found)].filter((key) => !key.startsWith("otel_scope")).sort(), name).toEqual(expected.sort());
  }
  const used = new Set([
    ...Object.values(scopes).flat(),
    ...Object.values(instrumentTable).flatMap(({ labels }) => labels),
  ]);
  expect([...used].sort()).toEqual(tableKeys("label"));
});
