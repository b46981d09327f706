import * as api from "@opentelemetry/api";

/** The line of the OpenTelemetry API that this process gave us: 1.10 is the one that brought logs. */
export const apiLine: "1.9" | "1.10" = "logs" in api ? "1.10" : "1.9";

interface GlobalApi {
  readonly version?: unknown;
  readonly trace?: unknown;
  readonly metrics?: unknown;
}

/**
 * Whether another copy of the API than ours is registered and ours cannot see it (its version is older), so that every
 * span and metric of ours would silently go nowhere. `undefined` while nothing is registered.
 */
export function apiMismatch(): boolean | undefined {
  const registered = (globalThis as { [key: symbol]: unknown })[Symbol.for("opentelemetry.js.api.1")] as
    | GlobalApi
    | undefined;
  if (registered === undefined || registered === null) return undefined;
  const { trace, metrics, version } = registered;
  if (trace !== undefined && api.trace.getTracerProvider() !== trace) return true;
  if (metrics !== undefined && api.metrics.getMeterProvider() !== metrics) return true;
  return typeof version === "string" && minorOf(version) < minorOf(apiLine);
}

function minorOf(version: string): number {
  return Number(version.split(".")[1] ?? Number.NaN);
}
