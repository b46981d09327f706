import * as api from "@opentelemetry/api";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { afterEach, expect, test } from "vitest";
import type { LoggerLike } from "../../../src/telemetry/evaluation-log.ts";
import { aSpan, completed, createTestTelemetry, noSpan, resolved } from "./events.ts";

function createLogRig() {
  const exporter = new InMemoryLogRecordExporter();
  const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });
  return { provider, records: () => exporter.getFinishedLogRecords() };
}

afterEach(() => {
  api.logs.disable();
});

test("each resolved metric makes one event in its target's context, through the global logger", () => {
  const { telemetry } = createTestTelemetry();
  const rig = createLogRig();
  api.logs.setGlobalLoggerProvider(rig.provider);
  const unsampled = { ...aSpan, traceFlags: 0 };
  telemetry.observe(completed("1"));
  telemetry.observe(
    resolved("1", "groundedness", {
      target: aSpan,
      explanation: "[because]",
      result: { outcome: { score: 0.75 }, judge: "llm/1" },
    }),
  );
  telemetry.observe(
    resolved("1", "answer_relevance", {
      target: unsampled,
      result: { outcome: { reason: "judge_timeout" }, judge: "llm/1" },
    }),
  );
  telemetry.observe(
    resolved("1", "context_relevance", { result: { outcome: { reason: "not_sampled" }, judge: "llm/1" } }),
  );
  const [scored, failed, ...more] = rig.records();
  expect(more).toEqual([]);
  expect(scored?.eventName).toBe("gen_ai.evaluation.result");
  expect(scored?.attributes).toEqual({
    "gen_ai.evaluation.name": "groundedness",
    "gen_ai.evaluation.score.value": 0.75,
    "gen_ai.evaluation.score.label": "warn",
    "gen_ai.evaluation.explanation": "[because]",
    "rag.judge": "llm/1",
  });
  expect(scored?.spanContext).toMatchObject(aSpan);
  expect(failed?.attributes).toEqual({
    "gen_ai.evaluation.name": "answer_relevance",
    "error.type": "judge_timeout",
    "rag.judge": "llm/1",
  });
  expect(failed?.spanContext).toMatchObject(unsampled);
  expect(scored?.instrumentationScope.name).toBe("rag-triad");
});

test("a given logger is used instead, and a contradicted claim makes the label fail", () => {
  const rig = createLogRig();
  const logger: LoggerLike = rig.provider.getLogger("mine");
  const { telemetry } = createTestTelemetry({ logger });
  const detail = { claims: [{ text: "t", verdict: "contradicted" as const, score: 0, flags: [] }] };
  telemetry.observe(
    resolved("1", "groundedness", {
      target: noSpan,
      result: { outcome: { score: 0.95 }, judge: "embedded/1", detail },
    }),
  );
  const [record] = rig.records();
  expect(record?.attributes["gen_ai.evaluation.score.label"]).toBe("fail");
  expect(record?.spanContext).toBeUndefined();
  expect(record?.instrumentationScope.name).toBe("mine");
});

test("a score that is no number makes an event without a score", () => {
  const rig = createLogRig();
  const { telemetry } = createTestTelemetry({ logger: rig.provider.getLogger("mine") });
  telemetry.observe(resolved("1", "groundedness", { result: { outcome: { score: Number.NaN }, judge: "embedded/1" } }));
  expect(rig.records()[0]?.attributes).toEqual({
    "gen_ai.evaluation.name": "groundedness",
    "error.type": "judge_invalid_output",
    "rag.judge": "embedded/1",
  });
});
