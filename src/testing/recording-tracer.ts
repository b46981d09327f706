/** A span as it ended. Times are in milliseconds on the scale of `performance.now()`. */
export interface RecordedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** Whether it ended with the error status. */
  readonly failed: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface StartOptions {
  readonly attributes?: Record<string, unknown>;
  readonly links?: readonly { readonly context: { readonly traceId: string; readonly spanId: string } }[];
  readonly startTime?: number;
}

const errorStatus = 2;

/** Creates a tracer provider that hands every ended span to `onEnd`. Each span is a trace of its own. */
export function createRecordingTracerProvider(onEnd: (span: RecordedSpan) => void): {
  getTracer(name: string, version?: string): object;
} {
  let count = 0;

  function startSpan(name: string, options: StartOptions = {}): object {
    count++;
    const spanContext = {
      traceId: count.toString(16).padStart(32, "0"),
      spanId: count.toString(16).padStart(16, "0"),
      traceFlags: 1,
    };
    const attributes: Record<string, unknown> = { ...options.attributes };
    const startedAt = options.startTime ?? performance.now();
    let failed = false;
    let recording = true;
    const span = {
      spanContext: () => spanContext,
      isRecording: () => recording,
      setAttribute(key: string, value: unknown) {
        if (recording) attributes[key] = value;
        return span;
      },
      setAttributes(values: Record<string, unknown>) {
        if (recording) Object.assign(attributes, values);
        return span;
      },
      setStatus(status: { readonly code: number }) {
        failed = status.code === errorStatus;
        return span;
      },
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      updateName: () => span,
      recordException: () => {},
      end(endedAt: number = performance.now()) {
        if (!recording) return;
        recording = false;
        const links = (options.links ?? []).map(({ context }) => ({
          traceId: context.traceId,
          spanId: context.spanId,
        }));
        onEnd({
          name,
          traceId: spanContext.traceId,
          spanId: spanContext.spanId,
          attributes,
          links,
          failed,
          startedAt,
          endedAt,
        });
      },
    };
    return span;
  }

  return { getTracer: () => ({ startSpan }) };
}
