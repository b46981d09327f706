/** A moment that a span can end at: on Node, a `performance.now()` reading. */
export type TimeMark = number;

/** The spans of a request. `rag_evaluation` carries scores that came after the request span had ended. */
export type SpanKind = "rag_request" | "retrieval" | "generation" | "rag_evaluation";

/** Span attribute values this package writes. `undefined` leaves the attribute out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The identity of a span, as W3C trace context has it. */
export interface SpanIdentity {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** An open span. Nothing here throws, whatever the SDK behind it does. */
export interface TracedSpan {
  readonly identity: SpanIdentity;
  /** Runs `f` with this span active, exactly once, and returns or throws what it does. */
  run<T>(f: () => T): T;
  /** The present moment, to end at later. */
  mark(): TimeMark;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed with a class or code; never a message. */
  fail(errorType: string): void;
  end(at?: TimeMark): void;
}

/** How core starts spans without knowing OpenTelemetry. */
export interface Tracing {
  /** Starts a span below `parent`, or below the active one. Attributes given here are there for samplers to see. */
  start(
    kind: SpanKind,
    options?: {
      readonly parent?: TracedSpan | undefined;
      readonly attributes?: SpanAttributes;
      readonly startAt?: TimeMark;
    },
  ): TracedSpan;
  /** Captures the active parent now; each call of what it returns starts a span below that parent, whatever is active by then. */
  prepare(kind: SpanKind, options?: { readonly attributes?: SpanAttributes }): () => TracedSpan;
  /** A `rag_evaluation` span: remote child of `target` (its sampling decision holds) with exactly one link to it. */
  startEvaluation(target: SpanIdentity, attributes?: SpanAttributes): TracedSpan;
  /** Runs `f` so that no span is recorded and no trace context leaves the process from inside it. */
  quiet<T>(f: () => T): T;
}
