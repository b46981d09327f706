import * as api from "@opentelemetry/api";
import type { SpanIdentity } from "../core/tracing.ts";

/** The identity of no span. */
export const noIdentity: SpanIdentity = { traceId: api.INVALID_TRACEID, spanId: api.INVALID_SPANID, traceFlags: 0 };

/** Whether the identity names a span. */
export function isIdentity(identity: SpanIdentity): boolean {
  return api.isSpanContextValid(identity);
}

/** A root context that carries the identity, as of a span elsewhere, so that what is recorded in it belongs to that span; empty for no span. */
export function contextOf(identity: SpanIdentity): api.Context {
  return isIdentity(identity)
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...spanContextOf(identity), isRemote: true })
    : api.ROOT_CONTEXT;
}

/** The identity as OpenTelemetry's span context, and nothing else of the object. */
export function spanContextOf(identity: SpanIdentity): api.SpanContext {
  return { traceId: identity.traceId, spanId: identity.spanId, traceFlags: identity.traceFlags };
}
