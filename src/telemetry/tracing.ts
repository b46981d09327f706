import * as api from "@opentelemetry/api";
import type { SpanAttributes, SpanIdentity, SpanKind, TimeMark, TracedSpan, Tracing } from "../core/tracing.ts";
import { keys } from "./attributes.ts";
import type { Containment } from "./containment.ts";
import { runOnce } from "./run-once.ts";
import { contextOf, isIdentity, spanContextOf } from "./span-identity.ts";
import { quietContext } from "./suppression.ts";
import { createTracedSpan, writable } from "./traced-span.ts";
import { packageVersion, scopeName } from "./version.ts";

/**
 * Core's {@link Tracing} over OpenTelemetry's API. The tracer is looked up when a span starts, so that a provider may be
 * registered later or exchanged. Without an SDK all spans are inert and their identities all-zero.
 */
export function createTracing(tracerProvider: api.TracerProvider | undefined, containment: Containment): Tracing {
  const spans = new WeakMap<TracedSpan, api.Span | undefined>();
  let known: { readonly provider: api.TracerProvider; readonly tracer: api.Tracer } | undefined;

  function tracer(): api.Tracer {
    const provider = tracerProvider ?? api.trace.getTracerProvider();
    if (known?.provider !== provider) known = { provider, tracer: provider.getTracer(scopeName, packageVersion) };
    return known.tracer;
  }

  function open(name: SpanKind, options: api.SpanOptions, parent: api.Context): TracedSpan {
    const span = containment.guard("startSpan", () => tracer().startSpan(name, { kind: api.SpanKind.INTERNAL, ...options }, parent));
    const context = span === undefined ? parent : api.trace.setSpan(parent, span);
    const traced = createTracedSpan(span, context, containment);
    spans.set(traced, span);
    return traced;
  }

  /** The active context, so that its baggage and its suppression hold, with `parent` as the span in it. */
  function below(parent: TracedSpan | undefined): api.Context {
    const active = containment.guard("a context manager", () => api.context.active()) ?? api.ROOT_CONTEXT;
    if (parent === undefined) return active;
    const span = spans.get(parent);
    if (span !== undefined) return api.trace.setSpan(active, span);
    return isIdentity(parent.identity) ? api.trace.setSpanContext(active, spanContextOf(parent.identity)) : active;
  }

  return {
    start(kind, { parent, attributes = {}, startAt }: StartOptions = {}) {
      const startTime = startAt === undefined ? {} : { startTime: startAt };
      return open(kind, { attributes: writable(attributes), ...startTime }, below(parent));
    },
    prepare(kind, { attributes = {} } = {}) {
      const parent = below(undefined);
      return () => open(kind, { attributes: writable(attributes) }, parent);
    },
    startEvaluation(target: SpanIdentity, attributes: SpanAttributes = {}) {
      // A request that was not traced (no SDK, or suppressed by its caller) gets no trace of its evaluation either.
      if (!isIdentity(target)) return createTracedSpan(undefined, api.ROOT_CONTEXT, containment);
      const link = { context: spanContextOf(target) };
      const all = { ...writable(attributes), [keys.openInferenceKind]: "EVALUATOR" };
      return open("rag_evaluation", { attributes: all, links: [link] }, contextOf(target));
    },
    quiet: (f) => runOnce(f, (body) => api.context.with(quietContext, body), (error) => containment.failed("a context manager", error)),
  };
}

interface StartOptions {
  readonly parent?: TracedSpan | undefined;
  readonly attributes?: SpanAttributes;
  readonly startAt?: TimeMark;
}
