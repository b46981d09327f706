import * as api from "@opentelemetry/api";
import { verdictCountsOf } from "../core/judge.ts";
import { overallQuality } from "../core/evaluation.ts";
import type { ResolvedEvent } from "../core/events.ts";
import { scoreOf, type Outcome } from "../core/outcome.ts";
import { evaluationEventName, keys } from "./attributes.ts";
import { contextOf } from "./span-identity.ts";
import { packageVersion, scopeName } from "./version.ts";

/** One log record, in the shape that loggers of both OpenTelemetry lines take. */
export interface EvaluationLogRecord {
  readonly eventName: string;
  readonly severityNumber: number;
  readonly attributes: Record<string, string | number>;
  readonly context: api.Context;
}

/** What is needed of a logger: `@opentelemetry/api` 1.10's and `@opentelemetry/api-logs`' loggers both have it. */
export interface LoggerLike {
  emit(record: EvaluationLogRecord): void;
}

/** OpenTelemetry's severity number for INFO. */
const infoSeverity = 9;

/** The `gen_ai.evaluation.result` record of a resolved metric; `undefined` for one that was not sampled. */
export function evaluationLogRecord(event: ResolvedEvent, outcome: Outcome): EvaluationLogRecord | undefined {
  const { metric, thresholds, result, explanation, target } = event;
  if ("reason" in outcome && outcome.reason === "not_sampled") return undefined;
  const label = overallQuality({ [metric]: { outcome, thresholds, verdicts: verdictCountsOf(result.detail) } });
  const score = scoreOf(outcome);
  const attributes: Record<string, string | number> = { [keys.evaluationName]: metric, [keys.judge]: result.judge };
  if (score !== undefined) attributes[keys.evaluationScore] = score;
  if (label !== undefined) attributes[keys.evaluationLabel] = label;
  if (explanation !== undefined) attributes[keys.evaluationExplanation] = explanation;
  if ("reason" in outcome) attributes[keys.errorType] = outcome.reason;
  return { eventName: evaluationEventName, severityNumber: infoSeverity, attributes, context: contextOf(target) };
}

/** The logger to emit through: the one given, else the API's if it has logs (1.10). Looked up each time, since a provider may come late. */
export function loggerOf(given: LoggerLike | undefined): LoggerLike | undefined {
  if (given !== undefined) return given;
  return "logs" in api ? api.logs.getLogger(scopeName, packageVersion) : undefined;
}
