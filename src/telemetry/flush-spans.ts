import * as api from "@opentelemetry/api";
import type { Clock } from "../core/clock.ts";

/** How long a flush may keep a shutdown waiting, in milliseconds. */
const flushLimitMs = 2_000;

/** Asks the span processors to export what they hold, so that there is room for more. Never rejects; `false` when it gave up after 2 s. */
export async function flushSpans(tracerProvider: api.TracerProvider | undefined, clock: Clock): Promise<boolean> {
  const provider = tracerProvider ?? api.trace.getTracerProvider();
  const target = provider instanceof api.ProxyTracerProvider ? provider.getDelegate() : provider;
  const { forceFlush } = target as { forceFlush?: () => Promise<void> };
  let cancel: () => void = () => {};
  const limit = new Promise<false>((resolve) => {
    cancel = clock.schedule(() => resolve(false), flushLimitMs, { keepAlive: true });
  });
  try {
    const flushed = Promise.resolve(forceFlush?.call(target)).then(() => true as const);
    return await Promise.race([limit, flushed]);
  } catch {
    // The exporter's own trouble: its spans are lost either way, and the shutdown goes on.
    return true;
  } finally {
    cancel();
  }
}
