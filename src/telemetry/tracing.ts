import * as api from "@opentelemetry/api";
import type { SpanAttributes, SpanKind, TracedSpan, Tracing } from "../core/tracing.ts";
import { keys } from "./attributes.ts";
import type { Containment } from "./containment.ts";
import { runOnce } from "./run-once.ts";
import { contextOf, isIdentity, spanContextOf } from "./span-identity.ts";
import { quietContext } from "./suppression.ts";
import { ContainedSpan, writable } from "./traced-span.ts";
import { packageVersion, scopeName } from "./version.ts";

/**
 * Core's {@link Tracing} over OpenTelemetry's API. The tracer is looked up when a span starts, so that a provider may be
 * registered later or exchanged. Without an SDK all spans are inert and their identities all-zero.
 */
export function createTracing(tracerProvider: api.TracerProvider | undefined, containment: Containment): Tracing {
  let known: { readonly provider: api.TracerProvider; readonly tracer: api.Tracer } | undefined;

  function tracer(): api.Tracer {
    const provider = tracerProvider ?? api.trace.getTracerProvider();
    if (known?.provider !== provider) known = { provider, tracer: provider.getTracer(scopeName, packageVersion) };
    return known.tracer;
  }

  function open(
    name: SpanKind,
    attributes: SpanAttributes,
    parent: api.Context,
    more: api.SpanOptions = {},
  ): TracedSpan {
    let span: api.Span | undefined;
    try {
      span = tracer().startSpan(
        name,
        { ...more, kind: api.SpanKind.INTERNAL, attributes: writable(attributes) },
        parent,
      );
    } catch (error) {
      containment.failed("startSpan", error);
    }
    return new ContainedSpan(span, span === undefined ? parent : api.trace.setSpan(parent, span), containment);
  }

  function activeContext(): api.Context {
    try {
      return api.context.active();
    } catch (error) {
      containment.failed("a context manager", error);
      return api.ROOT_CONTEXT;
    }
  }

  /** The active context, so that its baggage and its suppression hold, with `parent` as the span in it. */
  function below(parent: TracedSpan | undefined): api.Context {
    const active = activeContext();
    if (parent === undefined) return active;
    if (parent instanceof ContainedSpan && parent.span !== undefined) return api.trace.setSpan(active, parent.span);
    return isIdentity(parent.identity) ? api.trace.setSpanContext(active, spanContextOf(parent.identity)) : active;
  }

  return {
    start(kind, { parent, attributes = {}, startAt } = {}) {
      return open(kind, attributes, below(parent), startAt === undefined ? undefined : { startTime: startAt });
    },
    prepare(kind, { attributes = {} } = {}) {
      const parent = activeContext();
      return () => open(kind, attributes, parent);
    },
    startEvaluation(target, attributes = {}) {
      // A request that was not traced (no SDK, or suppressed by its caller) gets no trace of its evaluation either.
      if (!isIdentity(target)) return new ContainedSpan(undefined, api.ROOT_CONTEXT, containment);
      const links = [{ context: spanContextOf(target) }];
      return open("rag_evaluation", { ...attributes, [keys.openInferenceKind]: "EVALUATOR" }, contextOf(target), {
        links,
      });
    },
    quiet: (f) => runOnce(quietContext, f, containment),
  };
}
