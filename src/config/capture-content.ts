import { variable, type Environment } from "./environment.ts";
import type { ContentTargets } from "./resolved-options.ts";

/** OpenTelemetry's own switch for content, honoured when ours is not set. */
export const captureVariable = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

const targetsByValue: ReadonlyMap<string, ContentTargets> = new Map([
  ["SPAN_ONLY", { spans: true, events: false }],
  ["EVENT_ONLY", { spans: false, events: true }],
  ["SPAN_AND_EVENT", { spans: true, events: true }],
  ["TRUE", { spans: true, events: true }],
]);

/**
 * Where content goes: everywhere or nowhere when `captureContent` is set, else where OpenTelemetry's variable says.
 * A value that the convention does not know captures nothing: the variable is not ours to refuse.
 */
export function resolveContentTargets(captureContent: boolean | undefined, environment: Environment): ContentTargets {
  if (captureContent !== undefined) return { spans: captureContent, events: captureContent };
  const value = variable(environment, captureVariable)?.toUpperCase() ?? "";
  return targetsByValue.get(value) ?? { spans: false, events: false };
}
