/** What the demo shows of a span; a part of the SDK's ReadableSpan. */
export interface KeptSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly startTime: readonly [number, number];
  readonly duration: readonly [number, number];
  readonly parentSpanContext?: object | undefined;
  spanContext(): { readonly traceId: string };
}

/** Keeps the spans of the last traces in memory. */
export interface TraceKeeper {
  /** A span processor for the SDK. */
  readonly processor: object;
  /** The spans of a trace, the root first and the others in the order of their start. */
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
  return { processor, spansOf: (traceId) => (traces.get(traceId) ?? []).toSorted(rootFirst) };
}

function rootFirst(left: KeptSpan, right: KeptSpan): number {
  const depth = ({ parentSpanContext }: KeptSpan): number => (parentSpanContext === undefined ? 0 : 1);
  const [[leftSeconds, leftNanoseconds], [rightSeconds, rightNanoseconds]] = [left.startTime, right.startTime];
  return depth(left) - depth(right) || leftSeconds - rightSeconds || leftNanoseconds - rightNanoseconds;
}
