import * as api from "@opentelemetry/api";
import { RagTriadError } from "../core/errors.ts";

const apiKey = Symbol.for("opentelemetry.js.api.1");

/**
 * Refuses to start beside another set-up: the API takes the first provider only, so ours would see nothing.
 * @throws RagTriadError `ERR_RAG_TRIAD_ALREADY_STARTED`
 */
export function refuseSecondSetUp(): void {
  const globals = (globalThis as Record<symbol, { readonly trace?: unknown; readonly metrics?: unknown } | undefined>)[
    apiKey
  ];
  if (globals?.trace === undefined && globals?.metrics === undefined) return;
  throw new RagTriadError(
    "ERR_RAG_TRIAD_ALREADY_STARTED",
    "OpenTelemetry is set up in this process already. createRagTriad uses the providers that are registered: leave startRagTelemetry out, and call triad.shutdown() before your SDK's shutdown.",
  );
}

/** Flushes spans and log events, each whether or not the other fails. The SDK's own shutdown gives up on all at the first failure. */
export async function flushProviders(): Promise<void> {
  const tracing = api.trace.getTracerProvider() as { getDelegate?: () => unknown };
  const logging: unknown = "logs" in api ? api.logs.getLoggerProvider() : undefined;
  await Promise.allSettled([flush(tracing.getDelegate?.()), flush(logging)]);
}

async function flush(provider: unknown): Promise<void> {
  const flushable = provider as { forceFlush?: () => Promise<void> } | undefined;
  await flushable?.forceFlush?.();
}

/** Takes the ended providers off the API, so that telemetry can be started again. Context and propagation stay. */
export function releaseProviders(): void {
  api.trace.disable();
  api.metrics.disable();
  if ("logs" in api) api.logs.disable();
}
