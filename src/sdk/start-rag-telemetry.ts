import { diag } from "@opentelemetry/api";
import cluster from "node:cluster";
import process from "node:process";
import { optionError } from "../core/option-error.ts";
import { broken } from "../core/violation.ts";
import type { RagTriadError } from "../core/errors.ts";
import { createMetricsServer } from "./metrics-server.ts";
import { createMetricsText } from "./metrics-text.ts";
import { createNodeSdk } from "./node-sdk.ts";
import type { RagTelemetryOptions } from "./options.ts";
import { booleanFrom } from "./otel-environment.ts";
import { watchProcessEnd } from "./process-end.ts";
import type { RagTelemetry, ShutdownTarget } from "./rag-telemetry.ts";
import { refuseSharedPort } from "./cluster-port.ts";
import { flushProviders, refuseSecondSetUp, releaseProviders } from "./registered-globals.ts";
import { resolveOptions } from "./resolve-options.ts";
import { findSdkPackages } from "./sdk-packages.ts";
import { runShutdown, shutDownTarget } from "./shutdown-sequence.ts";

/**
 * Sets OpenTelemetry up for a process: spans and log events over OTLP/HTTP, metrics on `/metrics` or pushed, and a shutdown
 * in the right order. Call it before `createRagTriad`. With OTEL_SDK_DISABLED=true nothing is set up, and everything
 * returned still works.
 *
 * Needs the package `@opentelemetry/sdk-node`: 0.223 with API 1.9, 0.300 or later with API 1.10.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`, `ERR_RAG_TRIAD_PEER_MISSING`, `ERR_RAG_TRIAD_ALREADY_STARTED` or `ERR_RAG_TRIAD_CLUSTER_PORT`.
 */
export function startRagTelemetry(options: RagTelemetryOptions = {}): RagTelemetry {
  const resolved = resolveOptions(options, process.env);
  const report = createReporter(resolved.onError);
  const isDisabled = booleanFrom(process.env, "OTEL_SDK_DISABLED");
  const prometheus = isDisabled ? undefined : resolved.prometheus;
  if (prometheus !== undefined) refuseSharedPort(prometheus, cluster.isWorker);
  const packages = findSdkPackages();
  if (!isDisabled) refuseSecondSetUp();

  const metricsText = prometheus === undefined ? undefined : createMetricsText(packages);
  const sdk = createNodeSdk(packages, resolved, metricsText?.reader, process.env);
  sdk.start();
  const server =
    prometheus === undefined || metricsText === undefined
      ? undefined
      : createMetricsServer({ ...prometheus, isClusterWorker: cluster.isWorker, render: () => metricsText.render() });
  const ready = server?.listening ?? Promise.resolve();
  ready.catch(report);

  let targets = new Set<ShutdownTarget>();
  let targetsAreDown = false;
  const shutDownOnce = async (): Promise<void> => {
    await runShutdown({
      ...resolved,
      takeTargets: () => {
        const taken = [...targets];
        targets = new Set();
        targetsAreDown = taken.length === 0;
        return taken;
      },
      nextScrape: server?.nextScrape,
      flush: async () => {
        await flushProviders();
        await sdk.shutdown();
      },
      release: async () => {
        if (!isDisabled) releaseProviders();
        await server?.close();
      },
      onError: report,
    });
    unwatch();
  };
  let stopping: Promise<void> | undefined;
  const shutdown = (): Promise<void> => (stopping ??= shutDownOnce());
  const unwatch = resolved.handleSignals
    ? watchProcessEnd({ process, monotonicMs: () => performance.now(), shutdown })
    : () => undefined;

  return {
    ready,
    get metricsUrl() {
      return server?.url();
    },
    register(triad) {
      if (typeof (triad as Partial<ShutdownTarget> | null | undefined)?.shutdown !== "function") {
        throw optionError(broken(["triad"], "an object with a method `shutdown`", triad), { kind: "option" });
      }
      if (targetsAreDown) void shutDownTarget(triad, { ...resolved, onError: report });
      else targets.add(triad);
      return triad;
    },
    shutdown,
  };
}

/** Tells `diag` and the application; without an application's callback, Node's process warning. Never throws. */
function createReporter(onError: RagTelemetryOptions["onError"]): (error: RagTriadError) => void {
  return (error) => {
    diag.error(`rag-triad: ${error.message}`);
    if (onError === undefined) {
      process.emitWarning(error.message, { type: "RagTriadWarning", code: error.code });
      return;
    }
    try {
      onError(error);
    } catch {
      diag.error("rag-triad: onError threw");
    }
  };
}
