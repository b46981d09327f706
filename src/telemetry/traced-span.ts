import * as api from "@opentelemetry/api";
import type { SpanAttributes, SpanIdentity, TimeMark, TracedSpan } from "../core/tracing.ts";
import { keys } from "./attributes.ts";
import type { Containment } from "./containment.ts";
import { runOnce } from "./run-once.ts";
import { noIdentity } from "./span-identity.ts";

/** The attributes that can be written: nothing `undefined`, no number that is not finite. */
export function writable(attributes: SpanAttributes): Record<string, string | number | boolean> {
  const result: Record<string, string | number | boolean> = {};
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined && (typeof value !== "number" || Number.isFinite(value))) result[key] = value;
  }
  return result;
}

/**
 * A {@link TracedSpan} over an SDK's span, every call into which is contained. Without a span (none could be started)
 * it records nothing. A class, because three of these are made on the path of every request: closures cost there.
 */
export class ContainedSpan implements TracedSpan {
  readonly identity: SpanIdentity;
  readonly span: api.Span | undefined;
  readonly #context: api.Context;
  readonly #containment: Containment;
  #open: api.Span | undefined;

  /** `context` is what is active inside `run`. */
  constructor(span: api.Span | undefined, context: api.Context, containment: Containment) {
    this.span = span;
    this.#open = span;
    this.#context = context;
    this.#containment = containment;
    this.identity = span === undefined ? noIdentity : identityOf(span, containment);
  }

  run<T>(f: () => T): T {
    return runOnce(this.#context, f, this.#containment);
  }

  mark(): TimeMark {
    return performance.now();
  }

  set(attributes: SpanAttributes): void {
    if (this.#open === undefined) return;
    try {
      this.#open.setAttributes(writable(attributes));
    } catch (error) {
      this.#containment.failed("setAttributes", error);
    }
  }

  fail(errorType: string): void {
    if (this.#open === undefined) return;
    try {
      this.#open.setAttribute(keys.errorType, errorType).setStatus({ code: api.SpanStatusCode.ERROR });
    } catch (error) {
      this.#containment.failed("setStatus", error);
    }
  }

  end(at: TimeMark = performance.now()): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    try {
      open.end(at);
    } catch (error) {
      this.#containment.failed("span.end", error);
    }
  }
}

function identityOf(span: api.Span, containment: Containment): SpanIdentity {
  try {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return { traceId, spanId, traceFlags };
  } catch (error) {
    containment.failed("spanContext", error);
    return noIdentity;
  }
}
