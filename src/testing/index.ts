export { createManualClock, type ManualClock, type ManualClockOptions } from "./manual-clock.ts";
export { createRecordingTelemetry, type RecordedLog, type RecordingTelemetry } from "./recording-telemetry.ts";
export type { RecordedMeasurement, RecordedMetrics } from "./recording-meter.ts";
export type { RecordedSpan } from "./recording-tracer.ts";
export {
  createScriptedJudge,
  type ScriptedJudge,
  type ScriptedJudgeOptions,
  type ScriptedVerdict,
} from "./scripted-judge.ts";
export {
  createScriptedEmbedder,
  vectorAtCosine,
  type ScriptedEmbedder,
  type ScriptedEmbedderCall,
  type ScriptedEmbedderOptions,
  type ScriptedVector,
} from "./scripted-embedder.ts";
export {
  createScriptedJudgeModel,
  type ScriptedJudgeModel,
  type ScriptedJudgeModelOptions,
  type ScriptedReply,
} from "./scripted-judge-model.ts";
export { createTestTriad, type TestTriadOptions } from "./test-triad.ts";
