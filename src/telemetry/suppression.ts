import * as api from "@opentelemetry/api";

/**
 * The SDK's own key for "record no span, inject nothing", the same in SDK 2 and 3: `createContextKey` uses
 * `Symbol.for`, so that no SDK package is needed to know it. It does not suppress metrics.
 */
const suppressTracingKey = api.createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");

/** A context without any span, in which none is recorded and no trace context is injected. */
export const quietContext: api.Context = api.ROOT_CONTEXT.setValue(suppressTracingKey, true);
