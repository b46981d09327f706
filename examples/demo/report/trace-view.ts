import type { KeptSpan } from "../run/trace-keeper.ts";

/** The spans of one request with their attributes, as a tracing back end would show them. */
export function traceView(spans: readonly KeptSpan[]): string[] {
  const [first] = spans;
  if (first === undefined) return [];
  return spans.flatMap((span, position) => [
    `${position === 0 ? "" : "└ "}${span.name}  ${durationMs(span).toFixed(2)} ms`,
    ...Object.entries(span.attributes).map(([key, value]) => `    ${key} = ${String(value)}`),
  ]);
}

function durationMs({ duration: [seconds, nanoseconds] }: KeptSpan): number {
  return seconds * 1000 + nanoseconds / 1e6;
}
