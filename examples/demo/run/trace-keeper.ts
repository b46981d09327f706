/** What the demo shows of a span; a part of the SDK's ReadableSpan. */
export interface KeptSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly startTime: readonly [number, number];
  readonly duration: readonly [number, number];
  spanContext(): { readonly traceId: string };
}

/** Keeps the spans of the last traces in memory. */
export interface TraceKeeper {
  /** A span processor for the SDK. */
  readonly processor: object;
  /** The spans of a trace in the order of their start. */
  spansOf(traceId: string): readonly KeptSpan[];
}

const mostTraces = 500;

/** Keeps the last 500 traces, the oldest being dropped first. */
export function createTraceKeeper(): TraceKeeper {
  const traces = new Map<string, KeptSpan[]>();
  const processor = {
    onStart: () => {},
    onEnd(span: KeptSpan) {
      const { traceId } = span.spanContext();
      const spans = traces.get(traceId) ?? [];
      spans.push(span);
      traces.set(traceId, spans);
      const [oldest] = traces.keys();
      if (traces.size > mostTraces && oldest !== undefined) traces.delete(oldest);
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  return { processor, spansOf: (traceId) => (traces.get(traceId) ?? []).toSorted(byStart) };
}

function byStart({ startTime: left }: KeptSpan, { startTime: right }: KeptSpan): number {
  return left[0] - right[0] || left[1] - right[1];
}
