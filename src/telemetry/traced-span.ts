import * as api from "@opentelemetry/api";
import type { SpanAttributes, SpanIdentity, TracedSpan } from "../core/tracing.ts";
import { keys } from "./attributes.ts";
import type { Containment } from "./containment.ts";
import { runOnce } from "./run-once.ts";
import { noIdentity } from "./span-identity.ts";

/** The attributes that can be written: nothing `undefined`, no number that is not finite. */
export function writable(attributes: SpanAttributes): api.Attributes {
  const result: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) continue;
    result[key] = value;
  }
  return result;
}

/**
 * A {@link TracedSpan} over an SDK's span. Every call into the span is contained. Without a span (none could be
 * started) it records nothing, and `context` is what is active inside `run`.
 */
export function createTracedSpan(span: api.Span | undefined, context: api.Context, containment: Containment): TracedSpan {
  let ended = false;
  const failed = (error: unknown): void => containment.failed("a context manager", error);
  const call = (what: string, f: (span: api.Span) => void): void => {
    if (span === undefined || ended) return;
    containment.guard(what, () => f(span));
  };
  return {
    identity: (span && containment.guard("spanContext", () => identityOf(span))) ?? noIdentity,
    run: (f) => runOnce(f, (body) => api.context.with(context, body), failed),
    mark: () => performance.now(),
    set(attributes) {
      call("setAttributes", (open) => open.setAttributes(writable(attributes)));
    },
    fail(errorType) {
      call("setStatus", (open) => open.setAttribute(keys.errorType, errorType).setStatus({ code: api.SpanStatusCode.ERROR }));
    },
    end(at = performance.now()) {
      call("span.end", (open) => {
        ended = true;
        open.end(at);
      });
    },
  };
}

function identityOf(span: api.Span): SpanIdentity {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, traceFlags };
}
